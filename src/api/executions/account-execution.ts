/** An execution as the list of the account has it, and the limits of that list. */

import { type Static, Type } from 'typebox';
import { dateTime, nullable, oneOf, resource, sid } from '../operation/operation.ts';
import { executionStatus } from './schemas.ts';

export const accountExecutionSchema = resource('AccountExecution', {
  sid: sid('FN'),
  flow_sid: sid('FW'),
  flow_version: Type.Integer({ minimum: 1 }),
  status: executionStatus,
  contact_masked: nullable(
    Type.String({ description: 'Null once the personal data of the execution was removed.' }),
  ),
  channel: nullable(Type.String()),
  widget: nullable(Type.String()),
  waiting_for: nullable(oneOf(['reply', 'call', 'effect', 'return'])),
  event: nullable(Type.String()),
  error_code: nullable(Type.Integer()),
  parent_sid: nullable(sid('FN')),
  parent_step_sid: nullable(sid('FT')),
  date_created: dateTime(),
  date_updated: nullable(dateTime()),
});

export type AccountExecution = Static<typeof accountExecutionSchema>;

/** Of one request by SIDs. */
export const maxSidsAtOnce = 100;
/** Rows of one file. */
export const maxExportedExecutions = 100_000;
