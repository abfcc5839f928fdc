/** What a connection test has found, as the page says it in its own words. */

import type { ConnectionFailure } from '#api/messaging/dialects.ts';
import type { CarrierOutcome } from './client.ts';

/** Null where the carrier has answered as it should. */
export function connectionFailure(outcome: CarrierOutcome): ConnectionFailure | null {
  if (outcome.ended === 'accepted') return outcome.isJson ? null : 'no-api';
  const { status } = outcome;
  if (status === undefined) return outcome.ended === 'rejected' ? 'rejected' : 'unreachable';
  if (status === 401 || status === 403) return 'credentials';
  if (status === 404) return 'not-found';
  return status === 429 || status >= 500 ? 'busy' : 'rejected';
}

/** The carrier's own words. */
export function connectionProblem(outcome: CarrierOutcome): string | null {
  if (outcome.ended !== 'accepted') return outcome.reason;
  return outcome.isJson ? null : 'The answer at this address is no JSON object';
}
