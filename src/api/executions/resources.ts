/** Wire types of executions, steps, contexts and tasks. */

import type { Json, JsonObject } from '#flow/json/json.ts';
import type { Page } from '../pagination.ts';

export type ExecutionStatus = 'active' | 'ended';

export type ExecutionResource = {
  sid: string;
  account_sid: string;
  flow_sid: string;
  /** Null once the personal data of the execution was removed. */
  contact_channel_address: string | null;
  contact_sid: string | null;
  flow_version: number | null;
  /** Null in lists, and once the personal data was removed. */
  context: JsonObject | null;
  status: ExecutionStatus;
  initiated_by: string | null;
  date_created: string;
  date_updated: string | null;
  url: string;
  links: { steps: string; execution_context: string };
};

export type StepResource = {
  sid: string;
  account_sid: string;
  flow_sid: string;
  execution_sid: string;
  parent_step_sid: string | null;
  name: string;
  context: JsonObject | null;
  transitioned_from: string;
  transitioned_to: string;
  type: string;
  date_created: string;
  date_updated: string | null;
  url: string;
  links: { step_context: string };
};

export type ExecutionPage = Page<'executions', ExecutionResource>;
export type StepPage = Page<'steps', StepResource>;

/** Form fields of create; Parameters is the text of a JSON object. */
export type ExecutionForm = { To: string; From: string; Parameters?: string };

/**
 * The execution page's view model, from `/v1/ExecutionViews/{FlowSid}/{Sid}`: status, and each step with its
 * changes. `at` is the widget at which an execution waits. Steps are ordered by `seq`, oldest first. A response has as
 * many as are not too large together; `next` is the `After` of the request for the rest, null when there are no more.
 * The context is in the first response only.
 */
export type ExecutionView = {
  execution: ExecutionResource;
  next: number | null;
  at: string | null;
  waiting_for: 'reply' | 'call' | 'effect' | 'return' | null;
  /** Notes on the widget at which it waits; part of its step once that is left. */
  notes: { code: number; message: string }[];
  steps: {
    sid: string;
    seq: number;
    name: string;
    type: string;
    transitioned_from: string;
    transitioned_to: string;
    changes: { path: string[]; value: Json }[];
    notes: { code: number; message: string }[];
    date_created: string;
  }[];
};
