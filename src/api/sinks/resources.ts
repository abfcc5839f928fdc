/** Sinks as they cross the wire, under `/v1/Sinks`: where the events of an account are posted to. */

import type { EventType } from '../live/events.ts';
import type { Page } from '../pagination.ts';

/**
 * `active` goes well, or has had nothing to do; `failing` is tried again and again; `failed` was tried for 24
 * hours and rests until it is changed or a test of it is taken.
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
  /** What was wrong with the last post, how often it failed and since when; null while it goes well. */
  problem: string | null;
  attempts: number;
  failing_since: string | null;
  date_delivered: string | null;
  /** The last test: whether one is under way, when it was and what was wrong with it, null for nothing. */
  is_testing: boolean;
  date_tested: string | null;
  test_problem: string | null;
  date_created: string;
  date_updated: string | null;
  url: string;
  links: { test: string };
};

export type SinkPage = Page<'sinks', SinkResource>;

/** Form fields of create; of update too, where what is left out stays and an empty Secret takes it away. */
export type SinkForm = { Destination: string; Kinds: readonly EventType[]; Secret?: string };
