/** Relative time inside a sentence. */

import { timeAgo } from '../../words/time.ts';

/** `now`, `2 min ago`, `yesterday`, `12 Nov`: words begin in lower case, dates keep the capital of their month. */
export function relativeTime(then: number | string, now: number): string {
  const text = timeAgo(then, now);
  return /\d/.test(text) ? text : `${text.charAt(0).toLocaleLowerCase()}${text.slice(1)}`;
}
