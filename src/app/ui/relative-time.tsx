/** A past moment as relative time, with the exact time as its title. */

import { dateAndTime, timeAgo } from '../words/time.ts';
import { useNow } from './use-now.ts';

export type RelativeTimeProps = {
  /** Epoch ms, or a date as the server writes it. */
  at: number | string;
  className?: string;
};

export function RelativeTime({ at, className }: RelativeTimeProps) {
  const now = useNow(30_000);
  return (
    <time className={className} dateTime={new Date(at).toISOString()} title={dateAndTime(at)}>
      {timeAgo(at, now)}
    </time>
  );
}
