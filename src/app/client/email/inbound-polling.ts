/** Whether a mail that came in is about to be posted, so that it is worth looking again soon. Pure. */

import type { InboundEmail } from '#api/email/inbound.ts';

/** How long one looks again while a mail is on its way, and how often. */
const recentMs = 60_000;
export const fastPollMs = 1_500;

/** `asOf` is when the mails were read, epoch ms. What waits for longer waits for its receiver: that can take days. */
export function hasEmailBeingPosted(
  mails: readonly Pick<InboundEmail, 'status' | 'date_received'>[] | undefined,
  asOf: number,
): boolean {
  return (mails ?? []).some(
    ({ status, date_received }) => status === 'waiting' && asOf - Date.parse(date_received) < recentMs,
  );
}
