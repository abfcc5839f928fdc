/** Who made an edit, as people read it. */

import { isOwnPage } from '../unsaved-work/own-pages.ts';
import { wordsOf } from '../words/use-words.ts';

/** The name that the author had; a program has none, and is named by what it came by. */
export function editAuthor({ author, client }: { author: string; client: string }): string {
  const t = wordsOf('edits');
  if (isOwnPage(client)) return t('you');
  if (author !== '') return author;
  return client === 'api' || client === 'cli' || client === 'import'
    ? wordsOf('history')(client)
    : t('somebody');
}
