/** A past moment as relative time, with the exact time as its title. */

import { dateAndTime, timeAgo, timeAgoInSentence } from '../../words/date-time.ts';
import { useNow } from './use-now.ts';

export type RelativeTimeProps = {
  /** Epoch ms, or a date as the server writes it. */
  at: number | string;
  className?: string;
  /** Stands inside a sentence. */
  isInSentence?: boolean;
};

export function RelativeTime({ at, className, isInSentence = false }: RelativeTimeProps) {
  const now = useNow(30_000);
  return (
    <time className={className} dateTime={new Date(at).toISOString()} title={dateAndTime(at)}>
      {isInSentence ? timeAgoInSentence(at, now) : timeAgo(at, now)}
    </time>
  );
}
