/** Execution events as CloudEvents 1.0, for live streams (Server-Sent Events) and event sinks. */

import type { ExecutionResource, ExecutionStatus, ExecutionView } from '../executions/schemas.ts';
import type { Permission } from '../people/roles.ts';

export const eventTypes = ['flow.execution.started', 'flow.execution.ended', 'flow.step.ended'] as const;

export type EventType = (typeof eventTypes)[number];

/** The type of an event of the audit log, which sinks take too. */
export const auditEventType = 'audit.event';

/** The type of a signed head of the audit log, which comes with its events. */
export const auditHeadType = 'audit.head';

/** What a sink may be posted. */
export const sinkEventTypes = [...eventTypes, auditEventType] as const;

export type SinkEventType = (typeof sinkEventTypes)[number];

/** What who makes or changes a sink must be allowed to see: a sink shows it to its receiver, in clear. */
export function permissionsToSend(kinds: readonly SinkEventType[]): Permission[] {
  const ofLog: Permission[] = kinds.includes(auditEventType) ? ['audit.read'] : [];
  const ofExecutions: Permission[] = kinds.some((kind) => kind !== auditEventType) ? ['executions.read'] : [];
  return [...ofLog, ...ofExecutions, 'contacts.unmasked'];
}

/** The type of the test event of a sink. */
export const sinkTestEventType = 'flow.sink.test';

type ExecutionReference = {
  account_sid: string;
  flow_sid: string;
  execution_sid: string;
  /** The revision that it runs; null when the execution has been deleted since. */
  flow_revision: number | null;
  /** SID of the execution whose run-subflow widget started this one, and of that step. */
  parent_execution_sid: string | null;
  parent_step_sid: string | null;
};

export type ExecutionEventData = ExecutionReference & {
  status: ExecutionStatus;
  /** Null once personal data has been removed. */
  contact_channel_address: string | null;
  initiated_by: string | null;
};

export type StepEventData = ExecutionReference & {
  step_sid: string;
  /** The number of the step in its execution, from 1. */
  seq: number;
  /** The event by which the widget was left, and the widget's type. */
  name: string;
  type: string;
  transitioned_from: string;
  transitioned_to: string;
};

/**
 * One event. `id` is the same on every delivery, so that receivers can deduplicate; `source` is the path of the
 * execution, `subject` the SID of the execution or step.
 */
export type CloudEvent<Data = ExecutionEventData | StepEventData> = {
  specversion: '1.0';
  id: string;
  source: string;
  type: string;
  subject: string;
  time: string;
  datacontenttype: 'application/json';
  dataschema: string;
  data: Data;
};

/**
 * How a stream starts: `new` without a Last-Event-ID, `resumed` when all events after it follow, `expired` when
 * they are no longer kept and the snapshot replaces them.
 */
export type StreamStart = 'new' | 'resumed' | 'expired';

/** The first event of the account's stream: the list of its executions is another request. */
export type AccountStart = { beginning: StreamStart };

/** The first event of a flow's stream: its active executions, newest first, without contexts. */
export type FlowSnapshot = {
  beginning: StreamStart;
  flow_sid: string;
  active_executions: ExecutionResource[];
  /** True when there are more active executions than are listed. */
  more: boolean;
};

/** The first event of an execution's stream. */
export type ExecutionSnapshot = { beginning: StreamStart } & ExecutionView;
