/** Who made an edit, as people read it. */

import { isOwnPage } from '../unsaved-work/own-pages.ts';
import { wordsOf } from '../words/use-words.ts';

/** `sid` is that of the user, as far as it is known. */
export type EditedBy = { author: string; client: string; sid?: string | null };

/** The name that the author had; a program that has none is named by what it came by. */
export function editAuthor({ author, client }: EditedBy): string {
  const t = wordsOf('flowState');
  if (isOwnPage(client)) return t('you');
  if (author !== '') return author;
  return isProgramClient(client) ? t(client) : t('someone');
}

/** True for what saved the flow without a page. */
export function isProgram({ client }: EditedBy): boolean {
  return isProgramClient(client);
}

function isProgramClient(client: string): client is 'api' | 'cli' | 'import' {
  return client === 'api' || client === 'cli' || client === 'import';
}
