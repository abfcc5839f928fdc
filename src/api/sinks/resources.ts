/** Wire types of sinks, under `/v1/Sinks`: webhooks for the events of an account. */

import type { EventType } from '../live/events.ts';
import type { Page } from '../pagination.ts';

/**
 * `active` has no failed delivery; `failing` is being retried; `failed` was retried for 24 hours and is paused until
 * it is changed or a test succeeds.
 */
export const sinkStates = ['active', 'failing', 'failed'] as const;

export type SinkResource = {
  sid: string;
  account_sid: string;
  destination: string;
  kinds: EventType[];
  /** Whether posts are signed. The secret itself is never shown. */
  is_signed: boolean;
  status: (typeof sinkStates)[number];
  /** The error of the last delivery, the number of failures and their start; null while it succeeds. */
  problem: string | null;
  attempts: number;
  failing_since: string | null;
  date_delivered: string | null;
  /** The last test: whether it is in progress, its time, and its error or null. */
  is_testing: boolean;
  date_tested: string | null;
  test_problem: string | null;
  date_created: string;
  date_updated: string | null;
  url: string;
  links: { test: string };
};

export type SinkPage = Page<'sinks', SinkResource>;

/** Form fields of create; of update too, where fields that are left out are not changed and an empty Secret removes it. */
export type SinkForm = { Destination: string; Kinds: readonly EventType[]; Secret?: string };
