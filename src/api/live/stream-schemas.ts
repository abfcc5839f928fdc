/** The schemas by which the events of live streams are masked: the first of each stream, and CloudEvents of executions. */

import { Type } from 'typebox';
import { executionSchema, executionStatus, executionViewSchema } from '../executions/schemas.ts';
import { dateTime, nullable, oneOf, resource, sid } from '../operation/operation.ts';
import { eventTypes } from './events.ts';

const beginning = oneOf(['new', 'resumed', 'expired']);

export const accountStartSchema = resource('AccountStart', { beginning });

export const flowSnapshotSchema = resource('FlowSnapshot', {
  beginning,
  flow_sid: sid('FW'),
  active_executions: Type.Array(executionSchema),
  more: Type.Boolean(),
});

export const executionSnapshotSchema = Type.Object(
  { beginning, ...executionViewSchema.properties },
  { title: 'ExecutionView' },
);

/** What executions and steps have in common comes first; then what is of either. */
const eventDataSchema = resource('ExecutionEventData', {
  account_sid: sid('AC'),
  flow_sid: sid('FW'),
  execution_sid: sid('FN'),
  flow_revision: nullable(Type.Integer()),
  parent_execution_sid: nullable(sid('FN')),
  parent_step_sid: nullable(sid('FT')),
  status: Type.Optional(executionStatus),
  contact_channel_address: Type.Optional(nullable(Type.String({ personal: 'address' }))),
  initiated_by: Type.Optional(nullable(Type.String({ personal: 'text' }))),
  step_sid: Type.Optional(sid('FT')),
  seq: Type.Optional(Type.Integer()),
  name: Type.Optional(Type.String()),
  type: Type.Optional(Type.String()),
  transitioned_from: Type.Optional(Type.String()),
  transitioned_to: Type.Optional(Type.String()),
});

export const cloudEventSchema = resource('CloudEvent', {
  specversion: oneOf(['1.0']),
  id: Type.String(),
  source: Type.String(),
  type: oneOf(eventTypes),
  subject: Type.String(),
  time: dateTime(),
  datacontenttype: oneOf(['application/json']),
  dataschema: Type.String(),
  data: eventDataSchema,
});
