/** Operations of /v1/Executions: executions of all flows of the account, by filters. */

import { Type } from 'typebox';
import type { PersonalKind } from '../masking/personal.ts';
import {
  dateTime,
  nullable,
  operationsIn,
  type ResponseBody,
  resource,
  sid,
  time,
} from '../operation/operation.ts';
import { pageOf, pageQuery } from '../operation/page-schema.ts';
import { paths } from '../paths.ts';
import { accountExecutionSchema, maxExportedExecutions, maxSidsAtOnce } from './account-execution.ts';
import { executionStatus } from './schemas.ts';

const operation = operationsIn('Executions of the account');
const one = { Sid: sid('FN', 'The execution.') };

const word = (description: string, more: { personal?: PersonalKind } = {}) =>
  Type.Optional(Type.String({ description, maxLength: 300, ...more }));

/** The filters; all that are given must hold. */
export const accountExecutionFilters = {
  Status: Type.Optional(executionStatus),
  FlowSid: Type.Optional(sid('FW', 'The flow.')),
  Revision: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 2_000_000_000, description: 'The revision that it runs.' }),
  ),
  Widget: word(
    'The name of the widget that an active execution is at. With FlowSid, those at the same widget under another name, in another of the newest 20 revisions, are found, too.',
  ),
  Contact: word('The whole address of the contact.', { personal: 'address' }),
  Channel: word('The whole address of the flow.'),
  Event: word('The event of the last step.'),
  ParentSid: Type.Optional(sid('FN', 'The execution whose subflows these are.')),
  Error: Type.Optional(
    Type.String({
      description: 'The code of the last error, or `any`.',
      pattern: '^(any|\\d{1,9})$',
      mismatch: 'must be a number or "any"',
    }),
  ),
  DateCreatedFrom: Type.Optional(time('Created at that ISO 8601 time or later.')),
  DateCreatedTo: Type.Optional(time('Created before that ISO 8601 time.')),
};

export const listAccountExecutions = operation({
  id: 'ListAccountExecution',
  permission: 'executions.read',
  method: 'GET',
  path: paths.accountExecutions,
  summary: 'List the executions of the account',
  note: 'Newest first. A search among many executions may end a page before it is full, or empty: `searched_to` is then the time back to which it came, and `next_page_url` goes on from there. Addresses of contacts are masked.',
  query: {
    ...accountExecutionFilters,
    Sids: Type.Optional(
      Type.String({
        description: `Only these executions, at most ${maxSidsAtOnce}, separated by commas. Other filters and paging have no effect.`,
        pattern: `^FN[0-9a-fA-F]{32}(,FN[0-9a-fA-F]{32}){0,${maxSidsAtOnce - 1}}$`,
        mismatch: `must be up to ${maxSidsAtOnce} SIDs of executions, separated by commas`,
      }),
    ),
    ...pageQuery,
  },
  responses: {
    200: {
      text: 'A page of executions.',
      schema: Type.Object(
        {
          ...pageOf('AccountExecutionList', 'executions', accountExecutionSchema).properties,
          searched_to: nullable(
            dateTime({
              description: 'Back to which was searched, where that ended the page before it was full.',
            }),
          ),
          widget: nullable(
            Type.String({ description: 'The present name of the widget that was asked for.' }),
          ),
        },
        { title: 'AccountExecutionPage', additionalProperties: false },
      ),
    },
  },
});

export type AccountExecutionPage = ResponseBody<typeof listAccountExecutions>;

export const exportAccountExecutions = operation({
  id: 'ExportAccountExecution',
  permission: 'executions.read',
  method: 'GET',
  audit: {
    object: 'execution',
    shows: ['Status', 'FlowSid', 'Revision', 'Widget', 'Event', 'Error', 'DateCreatedFrom', 'DateCreatedTo'],
  },
  path: paths.accountExecutionsCsv,
  summary: 'Export the executions of the account as CSV',
  note: `Newest first, at most ${maxExportedExecutions.toLocaleString('en')} rows. Addresses of contacts are masked.`,
  masksItself: true,
  query: accountExecutionFilters,
  responses: { 200: { text: 'A CSV file with a line of names.', schema: Type.String(), type: 'text/csv' } },
});

export const revealContact = operation({
  id: 'RevealExecutionContact',
  permission: 'contacts.unmasked',
  method: 'POST',
  audit: { object: 'execution' },
  path: paths.executionContact.template,
  summary: 'Reveal the contact of an execution',
  note: 'Who revealed it is written to the log. The address is null once the personal data was removed.',
  params: one,
  responses: {
    200: {
      text: 'The whole address.',
      schema: resource('ExecutionContact', {
        sid: sid('FN'),
        contact_channel_address: nullable(Type.String({ personal: 'address' })),
      }),
    },
  },
});
