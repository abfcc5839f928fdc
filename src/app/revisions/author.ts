/** Who made a revision, as people read it. */

import type { HistoryEntry } from '#api/flows/history.ts';
import { useWords } from '../words/use-words.ts';

type Authored = Pick<HistoryEntry, 'author_sid' | 'key'>;

/** The value of the author filter that finds the revisions of the same author. */
export function authorId({ author_sid, key }: Authored): string | null {
  return key?.sid ?? author_sid;
}

/** The name of an API key; the account for its own credentials. */
export function useAuthorName(): (authored: Authored) => string {
  const t = useWords('history');
  return ({ key }) =>
    key?.friendly_name || (key === null ? t('account') : t('key', { end: key.sid.slice(-4) }));
}
