/** /v3/suppression: the suppression lists. */

import { Type } from 'typebox';
import { emailOperationsIn } from '../operation.ts';
import {
  recipientEmailsSchema,
  type SuppressionList,
  suppressionArraySchema,
  suppressionRemovalSchema,
} from '../suppressions.ts';

const seconds = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: 99_999_999_999, description }));

const periodQuery = {
  start_time: seconds('Unix seconds: nothing older.'),
  end_time: seconds('Unix seconds: nothing newer.'),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, description: 'Default: 500.' })),
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000_000 })),
};

const operation = emailOperationsIn('Email: suppressions');
const params = { email: Type.String() };

/** The operations of one list; `name` is what an entry is called in operation ids. */
function operationsOf<const L extends SuppressionList>(list: L, name: string) {
  const path = `/v3/suppression/${list}` as const;
  const entry = `/v3/suppression/${list}/{email}` as const;
  return {
    list: operation({
      id: `List${name}`,
      permission: 'email.read',
      method: 'GET',
      path,
      summary: `List ${list}`,
      scope: `suppression.${list}.read`,
      query: { ...periodQuery, email: Type.Optional(Type.String({ personal: 'address' })) },
      responses: { 200: { text: 'The newest first.', schema: suppressionArraySchema } },
    }),
    add: operation({
      id: `Create${name}`,
      permission: 'email.write',
      method: 'POST',
      audit: { object: 'email_suppressions', counts: ['recipient_emails'] },
      path,
      summary: `Add addresses to ${list}`,
      scope: `suppression.${list}.create`,
      json: recipientEmailsSchema,
      responses: { 201: { text: 'The addresses.', schema: recipientEmailsSchema } },
    }),
    clear: operation({
      id: `DeleteMany${name}`,
      permission: 'email.write',
      method: 'DELETE',
      audit: { object: 'email_suppressions', shows: ['delete_all'], counts: ['emails'] },
      path,
      summary: `Delete addresses from ${list}`,
      note: 'Either those in `emails`, or all with `delete_all`.',
      scope: `suppression.${list}.delete`,
      json: suppressionRemovalSchema,
      responses: { 204: { text: 'Deleted.' } },
    }),
    fetch: operation({
      id: `Fetch${name}`,
      permission: 'contacts.unmasked',
      method: 'GET',
      path: entry,
      summary: `Fetch one address of ${list}`,
      scope: `suppression.${list}.read`,
      params,
      responses: { 200: { text: 'Its entry, or an empty list.', schema: suppressionArraySchema } },
    }),
    remove: operation({
      id: `Delete${name}`,
      permission: 'email.write',
      method: 'DELETE',
      audit: { object: 'email_suppressions' },
      path: entry,
      summary: `Delete one address from ${list}`,
      scope: `suppression.${list}.delete`,
      params,
      responses: { 204: { text: 'Deleted.' } },
    }),
  };
}

/** Five operations for each list. */
export const suppressionOperations = {
  bounces: operationsOf('bounces', 'Bounce'),
  blocks: operationsOf('blocks', 'Block'),
  invalid_emails: operationsOf('invalid_emails', 'InvalidEmail'),
  spam_reports: operationsOf('spam_reports', 'SpamReport'),
  unsubscribes: operationsOf('unsubscribes', 'Unsubscribe'),
} as const satisfies Record<SuppressionList, unknown>;
