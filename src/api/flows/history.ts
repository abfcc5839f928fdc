/** The history of a flow: /v1/Flows/{Sid}/History. Beyond the documented resource of a revision, which is unchanged. */

import { type Static, Type } from 'typebox';
import {
  dateTime,
  nullable,
  oneOf,
  operationsIn,
  type ResponseBody,
  resource,
  sid,
  time,
} from '../operation/operation.ts';
import { pageOf, pageQuery } from '../operation/page-schema.ts';
import { paths } from '../paths.ts';
import { actingKeySchema } from '../people/schemas.ts';
import { revisionSources } from './revision-sources.ts';
import { flowStatus } from './schemas.ts';

/**
 * How a revision was made: saved or published on the page or by the REST API, pushed by the command line, imported from
 * a file, restored, rolled back, or published by a publish request at its time or by its approval.
 */
export type RevisionSource = (typeof revisionSources)[number];

/** Who did something: an API key, or null for the account's own credentials. */
const historyEntrySchema = resource('HistoryEntry', {
  revision: Type.Integer({ minimum: 1 }),
  status: flowStatus,
  author_sid: nullable(sid('US')),
  author_name: nullable(Type.String({ description: 'Of a member; null for other credentials.' })),
  key: actingKeySchema,
  source: nullable(oneOf(revisionSources, 'Null for revisions from before it was recorded.')),
  source_revision: nullable(Type.Integer({ description: 'The revision that this one repeats.' })),
  edit_seq: nullable(
    Type.Integer({
      description:
        'The edit of the working copy up to which it has everything; null where no one had opened the flow for editing.',
    }),
  ),
  message: nullable(Type.String()),
  summary: nullable(
    Type.String({
      description:
        'What changes, where there is no message: of a draft against the revision before, of a published one against the one published before.',
    }),
  ),
  date_created: dateTime(),
});

/** A revision as the history lists it. */
export type HistoryEntry = Static<typeof historyEntrySchema>;

const operation = operationsIn('Revisions');

export const listHistory = operation({
  id: 'ListFlowHistory',
  permission: 'flows.read',
  method: 'GET',
  path: paths.flowHistory.template,
  summary: 'List the history of a flow',
  note: 'Newest first. Filters are combined.',
  params: { Sid: sid('FW', 'The flow.') },
  query: {
    Status: Type.Optional(flowStatus),
    Author: Type.Optional(
      Type.String({
        pattern: '^(US|SK)[0-9a-fA-F]{32}$',
        description: 'A user (US…), without revisions of API keys; or an API key (SK…).',
        mismatch: 'must be the SID of a user or of an API key',
      }),
    ),
    Source: Type.Optional(oneOf(revisionSources)),
    Search: Type.Optional(
      Type.String({ description: 'A part of the message or summary, in any case.', maxLength: 200 }),
    ),
    DateCreatedFrom: Type.Optional(time('Made at this time (ISO 8601) or later.')),
    DateCreatedTo: Type.Optional(time('Made before this time (ISO 8601).')),
    ...pageQuery,
  },
  responses: {
    200: { text: 'A page of the history.', schema: pageOf('HistoryPage', 'history', historyEntrySchema) },
  },
});

export type HistoryPage = ResponseBody<typeof listHistory>;
