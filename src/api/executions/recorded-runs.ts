/** Operation of /v1/Flows/{Sid}/RecordedRuns: what past executions recorded, for a replay on other definitions. */

import { Type } from 'typebox';
import { dateTime, nullable, operationsIn, resource, sid } from '../operation/operation.ts';
import { paths } from '../paths.ts';
import { changeSchema, noteSchema } from './schemas.ts';

const count = Type.Integer({ minimum: 0 });

const operation = operationsIn('For the page');

export const listRecordedRuns = operation({
  id: 'ListRecordedRun',
  permission: 'contacts.unmasked',
  method: 'GET',
  path: paths.recordedRuns.template,
  summary: 'List what the executions of a flow recorded, for a replay on another definition',
  note: 'Newest first, as many as are not too large together. Executions whose personal data was removed (`removed`) and those that are too large (`too_large`) are left out and counted. `next` is the `Before` of the request for older ones.',
  params: { Sid: sid('FW', 'The flow.') },
  query: {
    Before: Type.Optional(
      Type.String({
        pattern: '^\\d{1,15}\\.FN[0-9a-f]{32}$',
        description: 'Where the executions begin: `next` of the response before.',
      }),
    ),
  },
  responses: {
    200: {
      text: 'The executions with their steps.',
      schema: resource('RecordedRunPage', {
        runs: Type.Array(
          resource('RecordedRun', {
            execution_sid: sid('FN'),
            revision: Type.Integer({ minimum: 1 }),
            date_created: dateTime(),
            steps: Type.Array(
              resource('RecordedStep', {
                name: Type.String(),
                transitioned_from: Type.String(),
                changes: Type.Array(changeSchema),
                notes: Type.Array(noteSchema),
                date_created: dateTime(),
              }),
            ),
          }),
        ),
        removed: count,
        too_large: count,
        next: nullable(Type.String()),
      }),
    },
  },
});
