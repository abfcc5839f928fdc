/** How long ago something was, as it stands inside a sentence. */

import { timeAgo } from '../../words/time.ts';

/** `now`, `2 min ago`, `yesterday`, `12 Nov`: words alone begin small, dates keep the letters of their month. */
export function when(then: number | string, now: number): string {
  const text = timeAgo(then, now);
  return /\d/.test(text) ? text : `${text.charAt(0).toLocaleLowerCase()}${text.slice(1)}`;
}
