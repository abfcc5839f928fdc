/** Whether to poll fast because a received email is about to be posted. Pure. */

import type { InboundEmail } from '#api/email/inbound.ts';

/** How long after an email has been received to poll fast, and how often, in ms. */
const recentMs = 60_000;
export const fastPollMs = 1_500;

/** `asOf` is when the emails were loaded, epoch ms. One that waits longer is being retried, which can take days. */
export function hasEmailBeingPosted(
  mails: readonly Pick<InboundEmail, 'status' | 'date_received'>[] | undefined,
  asOf: number,
): boolean {
  return (mails ?? []).some(
    ({ status, date_received }) => status === 'waiting' && asOf - Date.parse(date_received) < recentMs,
  );
}
