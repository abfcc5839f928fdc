/** What happens in executions as it crosses the wire: CloudEvents 1.0, on live streams and in posts to sinks. */

import type { ExecutionResource, ExecutionStatus, ExecutionView } from '../executions/resources.ts';

export const eventTypes = ['flow.execution.started', 'flow.execution.ended', 'flow.step.ended'] as const;

export type EventType = (typeof eventTypes)[number];

/** The kind of what is posted when somebody tests a sink. */
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
 * One event. `id` is the same whenever and however often it is sent, so a receiver can drop what it has;
 * `source` is the path of the execution, `subject` the SID of what the event is about.
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
 * Why a stream begins where it does: `new` for one that named no position, `resumed` when everything after its
 * position follows, `expired` when that is not kept any more and it begins anew.
 */
export type StreamStart = 'new' | 'resumed' | 'expired';

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
