/** Events in their CloudEvents 1.0 envelope. */

import type { AuditHead, AuditRecord } from '#api/audit/operations.ts';
import {
  auditEventType,
  auditHeadType,
  type CloudEvent,
  type ExecutionEventData,
  type StepEventData,
  sinkTestEventType,
} from '#api/live/events.ts';
import { paths } from '#api/paths.ts';
import type { LiveEvent } from './events.ts';

/** `base` is where this server is reached, for the addresses of the schemas. */
export function toCloudEvent(event: LiveEvent, base: string): CloudEvent {
  const { kind, step, at } = event;
  const isStep = step !== null;
  return {
    specversion: '1.0',
    id: isStep ? step.sid : `${event.execution}.${kind === 'flow.execution.started' ? 'started' : 'ended'}`,
    source: paths.execution(event.flow, event.execution),
    type: kind,
    subject: isStep ? step.sid : event.execution,
    time: new Date(at).toISOString(),
    datacontenttype: 'application/json',
    dataschema: base + (isStep ? paths.stepEventSchema : paths.executionEventSchema),
    data: isStep ? stepData(event, step) : executionData(event),
  };
}

type EventContext = Pick<CloudEvent, 'id' | 'source' | 'type' | 'subject' | 'time'>;

const withoutSchema = <Data>(context: EventContext, data: Data): Omit<CloudEvent<Data>, 'dataschema'> => ({
  ...{ specversion: '1.0', ...context, datacontenttype: 'application/json', data },
});

/** What a test of a sink posts. */
export function testCloudEvent(
  sink: { account: string; sid: string },
  { id, at }: { id: string; at: number },
): Omit<CloudEvent<{ account_sid: string; sink_sid: string }>, 'dataschema'> {
  const context = { id, source: paths.sink(sink.sid), type: sinkTestEventType, subject: sink.sid };
  const data = { account_sid: sink.account, sink_sid: sink.sid };
  return withoutSchema({ ...context, time: new Date(at).toISOString() }, data);
}

/** An event of the audit log, with its place in the hash chain. */
export function auditCloudEvent(record: AuditRecord): Omit<CloudEvent<AuditRecord>, 'dataschema'> {
  const { sid, date } = record;
  const context = { id: sid, source: paths.auditEvents, type: auditEventType, subject: sid, time: date };
  return withoutSchema(context, record);
}

/** The signed head of the chain, beside its newest events. */
export function auditHeadCloudEvent(head: AuditHead): Omit<CloudEvent<AuditHead>, 'dataschema'> {
  const { account_sid, sequence, date } = head;
  const context = {
    id: `${account_sid}.${sequence}.${date}`,
    source: paths.auditVerification,
    type: auditHeadType,
  };
  return withoutSchema({ ...context, subject: String(sequence), time: date }, head);
}

function commonData(event: LiveEvent) {
  return {
    account_sid: event.account,
    flow_sid: event.flow,
    execution_sid: event.execution,
    flow_revision: event.revision,
    parent_execution_sid: event.parent,
    parent_step_sid: event.parent_step,
  };
}

function executionData(event: LiveEvent): ExecutionEventData {
  return {
    ...commonData(event),
    status: event.kind === 'flow.execution.ended' ? 'ended' : 'active',
    // Blank once the personal data of its execution was removed.
    contact_channel_address: event.contact === '' ? null : event.contact,
    initiated_by: event.initiated_by,
  };
}

function stepData(event: LiveEvent, step: NonNullable<LiveEvent['step']>): StepEventData {
  const { sid, seq, name, type, transitioned_from, transitioned_to } = step;
  return { ...commonData(event), step_sid: sid, seq, name, type, transitioned_from, transitioned_to };
}
