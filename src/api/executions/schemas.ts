/** Resources of executions, steps, contexts and tasks. */

import { type Static, Type } from 'typebox';
import type { Json, JsonObject } from '#flow/json/json.ts';
import type { PersonalKind } from '../masking/personal.ts';
import { anyObject, dateTime, nullable, oneOf, resource, sid, url } from '../operation/operation.ts';
import { actingPersonSchema } from '../people/schemas.ts';

export const executionStatus = oneOf(['active', 'ended']);
export type ExecutionStatus = Static<typeof executionStatus>;

export const anyJson = (more: { personal?: PersonalKind } = {}) => Type.Unsafe<Json>({ ...more });
const context = nullable(
  anyObject<JsonObject>({
    personal: 'json',
    description: 'Null in lists, and once the personal data was removed.',
  }),
);

export const executionSchema = resource('Execution', {
  sid: sid('FN'),
  account_sid: sid('AC'),
  flow_sid: sid('FW'),
  contact_channel_address: nullable(
    Type.String({
      personal: 'address',
      description: 'Null once the personal data of the execution was removed.',
    }),
  ),
  contact_sid: nullable({ ...sid('FC'), personal: 'id' }),
  flow_version: nullable(Type.Integer({ minimum: 1 })),
  context,
  status: executionStatus,
  initiated_by: nullable(Type.String({ personal: 'text' })),
  date_created: dateTime(),
  date_updated: nullable(dateTime()),
  url: url(),
  links: resource('ExecutionLinks', { steps: url(), execution_context: url() }),
});

export type ExecutionResource = Static<typeof executionSchema>;

export const executionContextSchema = resource('ExecutionContext', {
  account_sid: sid('AC'),
  context,
  flow_sid: sid('FW'),
  execution_sid: sid('FN'),
  url: url(),
});

export const stepSchema = resource('Step', {
  sid: sid('FT'),
  account_sid: sid('AC'),
  flow_sid: sid('FW'),
  execution_sid: sid('FN'),
  parent_step_sid: nullable(sid('FT')),
  name: Type.String(),
  context,
  transitioned_from: Type.String(),
  transitioned_to: Type.String(),
  type: Type.String(),
  date_created: dateTime(),
  date_updated: nullable(dateTime()),
  url: url(),
  links: resource('StepLinks', { step_context: url() }),
});

export type StepResource = Static<typeof stepSchema>;

export const stepContextSchema = resource('StepContext', {
  ...executionContextSchema.properties,
  step_sid: sid('FT'),
});

export const noteSchema = resource('Note', {
  code: Type.Integer(),
  message: Type.String({ personal: 'text' }),
});

export const changeSchema = resource('Change', {
  path: Type.Array(Type.String({ personal: 'keys' })),
  value: anyJson({ personal: 'json' }),
});

export const executionViewSchema = resource('ExecutionView', {
  execution: executionSchema,
  next: nullable(
    Type.Integer({
      minimum: 1,
      description: 'The `After` of the request for the rest of the steps; null when there are no more.',
    }),
  ),
  at: nullable(Type.String({ description: 'The widget at which it waits.' })),
  waiting_for: nullable(oneOf(['reply', 'call', 'effect', 'return'])),
  /** Who ended it, by itself or with others; null where it went its way or ran out of time. */
  ended_by: nullable(actingPersonSchema),
  notes: Type.Array(noteSchema, {
    description: 'On the widget at which it waits; part of its step once that is left.',
  }),
  steps: Type.Array(
    resource('StepView', {
      sid: sid('FT'),
      seq: Type.Integer({ minimum: 1 }),
      name: Type.String(),
      type: Type.String(),
      transitioned_from: Type.String(),
      transitioned_to: Type.String(),
      changes: Type.Array(changeSchema),
      notes: Type.Array(noteSchema),
      date_created: dateTime(),
    }),
  ),
});

/**
 * What the execution's page shows. A response has as many steps, oldest first, as are not too large together; the
 * context is in the first one only.
 */
export type ExecutionView = Static<typeof executionViewSchema>;

export const taskSchema = resource('Task', {
  sid: sid('WT'),
  account_sid: sid('AC'),
  flow_sid: sid('FW'),
  execution_sid: sid('FN'),
  widget: Type.String(),
  workflow: Type.String({ personal: 'text' }),
  channel: Type.String({ personal: 'text' }),
  attributes: anyJson({ personal: 'json' }),
  priority: Type.String({ personal: 'text' }),
  status: oneOf(['pending', 'completed', 'canceled']),
  date_created: dateTime(),
  date_updated: nullable(dateTime()),
  url: url(),
});
