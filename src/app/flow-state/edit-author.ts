/** Who made an edit, as people read it. */

import { isOwnPage } from '../unsaved-work/own-pages.ts';
import { wordsOf } from '../words/use-words.ts';

export type EditedBy = { author: string; client: string };

/** The name that the author had; a program that has none is named by what it came by. */
export function editAuthor({ author, client }: EditedBy): string {
  const t = wordsOf('flowState');
  if (isOwnPage(client)) return t('you');
  if (author !== '') return author;
  return isProgramClient(client) ? t(client) : t('somebody');
}

/** True for what saved the flow without a page. */
export function isProgram({ client }: EditedBy): boolean {
  return isProgramClient(client);
}

function isProgramClient(client: string): client is 'api' | 'cli' | 'import' {
  return client === 'api' || client === 'cli' || client === 'import';
}
