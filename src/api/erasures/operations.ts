/**
 * Operations of /v1/Erasures and /v1/Contacts: everything of one contact is found, exported or erased, and a certificate says
 * what was.
 */

import { type Static, Type } from 'typebox';
import {
  dateTime,
  jsonText,
  nullable,
  oneOf,
  operationsIn,
  resource,
  sid,
  url,
} from '../operation/operation.ts';
import { pageOf, pageQuery } from '../operation/page-schema.ts';
import { problemResponses } from '../operation/problem-responses.ts';
import { actingPersonSchema } from '../people/schemas.ts';
import { erasurePaths } from './paths.ts';

const operation = operationsIn('Erasures');
/** Values of one contact, and the characters of each. */
export const maxValues = 10;
export const valueLength = { least: 6, most: 200 };

const contact = {
  Values: jsonText(
    `A list of 1 to ${maxValues} texts of ${valueLength.least} to ${valueLength.most} characters that name only this contact: numbers, email addresses, a full name; no single word.`,
  ),
};
const reason = Type.Optional(
  Type.String({
    maxLength: 300,
    description: 'Such as the number of the request. Without data of the contact: it stays.',
  }),
);
const valuesRule = 'texts that name a contact, and no address of the account itself';
const reasonRule = 'without one of the values';
const one = { Sid: sid('ER', 'The erasure.') };

const counts = Type.Record(Type.String(), Type.Integer({ minimum: 0 }));

const erasureSchema = resource('Erasure', {
  sid: sid('ER'),
  account_sid: sid('AC'),
  status: oneOf(['running', 'completed', 'failed']),
  problem: nullable(
    Type.String({
      description:
        'Why it failed after five tries: it goes on once its job is retried. Null where its job was discarded.',
    }),
  ),
  requested_by: actingPersonSchema,
  counts: Type.Unsafe<Static<typeof counts>>({
    ...counts,
    description:
      'Rows that were erased or changed so far, by kind; with `kept.` before it, rows that name the contact and stay.',
  }),
  digests: Type.Array(Type.String({ pattern: '^[0-9a-f]{64}$' }), {
    description: 'Of each value, HMAC-SHA-256 by the key of the installation.',
  }),
  certificate: nullable(
    Type.String({
      description: 'JSON, as it is signed: what was erased, when and by whom. Null until it is over.',
    }),
  ),
  signature: nullable(Type.String({ description: 'Ed25519 over the bytes of `certificate`, base64.' })),
  public_key: nullable(Type.String({ description: 'SPKI, base64: the key of the installation.' })),
  date_created: dateTime(),
  date_completed: nullable(dateTime()),
  url: url(),
});

export type ErasureResource = Static<typeof erasureSchema>;

export const createErasure = operation({
  id: 'CreateErasure',
  permission: 'contacts.erase',
  method: 'POST',
  audit: { object: 'erasure', counts: ['Values'] },
  path: erasurePaths.erasures,
  summary: 'Erase a contact',
  note: 'Erases everything of the account that names one of the values: executions with their steps, messages and calls, emails and their events, suppressions, and what else has them. Cannot be undone.',
  form: { ...contact, Reason: reason },
  rules: { Values: valuesRule, Reason: reasonRule },
  responses: { 201: { text: 'It is under way.', schema: erasureSchema }, ...problemResponses(409) },
});

export const listErasures = operation({
  id: 'ListErasure',
  permission: 'contacts.erase',
  method: 'GET',
  path: erasurePaths.erasures,
  summary: 'List the erasures of the account',
  note: 'Newest first.',
  query: pageQuery,
  responses: {
    200: { text: 'A page of erasures.', schema: pageOf('ErasurePage', 'erasures', erasureSchema) },
  },
});

export const fetchErasure = operation({
  id: 'FetchErasure',
  permission: 'contacts.erase',
  method: 'GET',
  path: erasurePaths.erasure.template,
  summary: 'Fetch an erasure with its certificate',
  params: one,
  responses: { 200: { text: 'The erasure.', schema: erasureSchema } },
});

export const searchContact = operation({
  id: 'SearchContact',
  permission: 'contacts.erase',
  method: 'POST',
  audit: { object: 'contact', counts: ['Values'] },
  path: erasurePaths.contactSearch,
  summary: 'Count what there is of a contact',
  note: 'By the search of an erasure, which it shows beforehand. JSON Lines, as it goes on: `{"counts": {"executions": 2, …}, "is_complete": false}`; only in the last line `is_complete` is true.',
  form: contact,
  rules: { Values: valuesRule },
  masksItself: true,
  responses: {
    200: { text: 'The counts so far, a line each.', schema: Type.String(), type: 'application/jsonl' },
    ...problemResponses(409),
  },
});

export const exportContact = operation({
  id: 'ExportContact',
  permission: 'contacts.erase',
  method: 'POST',
  audit: { object: 'contact', counts: ['Values'] },
  path: erasurePaths.contactExport,
  summary: 'Export a contact',
  note: 'Everything of the account that names one of the values, as an erasure finds it: JSON Lines with `kind` and `row`. The last line, of kind `end`, has a certificate with the counts and the SHA-256 of all lines before, signed with Ed25519; a file without it is not whole.',
  form: { ...contact, Reason: reason },
  rules: { Values: valuesRule, Reason: reasonRule },
  masksItself: true,
  responses: {
    200: { text: 'One row a line.', schema: Type.String(), type: 'application/jsonl' },
    ...problemResponses(409),
  },
});
