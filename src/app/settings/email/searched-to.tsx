/** Says how far back a search came that ended before its page was full. */

import { dateAndTime } from '../../words/time.ts';
import { useWords } from '../../words/use-words.ts';

export function SearchedTo({ pages }: { pages: readonly { searched_to: string | null }[] | undefined }) {
  const t = useWords('email');
  const date = pages?.at(-1)?.searched_to;
  return date == null ? null : (
    <p className="inside mut small">{t('search.searchedTo', { date: dateAndTime(date) })}</p>
  );
}
