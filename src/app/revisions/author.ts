/** Who made a revision, as people read it. */

import type { HistoryEntry } from '#api/flows/history.ts';
import { useWords } from '../words/use-words.ts';

type Authored = Pick<HistoryEntry, 'author_sid' | 'author_name' | 'key'>;

/** The value of the author filter that finds the revisions of the same author. */
export function authorId({ author_sid, key }: Authored): string | null {
  return key?.sid ?? author_sid;
}

/** The name of a member or an API key; the account for its own credentials. */
export function useAuthorName(): (authored: Authored) => string {
  const t = useWords('history');
  return ({ key, author_name }) =>
    key === null ? (author_name ?? t('account')) : key.friendly_name || t('key', { end: key.sid.slice(-4) });
}
