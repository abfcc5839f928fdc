/** /v3/messages: email activity. */

import { Type } from 'typebox';
import { text } from '../../operation/operation.ts';
import { activityDetailsSchema, activityListSchema } from '../activity.ts';
import { emailOperationsIn } from '../operation.ts';
import { emailPaths } from '../paths.ts';

const operation = emailOperationsIn('Email: activity');

export const searchActivity = operation({
  id: 'ListEmailActivity',
  permission: 'email.read',
  method: 'GET',
  path: emailPaths.activity,
  summary: 'Search the activity of sent emails',
  note: 'Newest event first. `status="delivered" AND to_email="ann@example.org"`; the reference has all fields and operators. What is not kept of emails is refused by name.',
  scope: 'email_activity.read',
  rules: { query: 'Of the query language, with at most 50 values in 10 levels.' },
  query: {
    query: Type.Optional(text('All emails where it is left out.', { maxLength: 4_000, personal: 'address' })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000, description: '10 by default.' })),
  },
  responses: { 200: { text: 'The emails.', schema: activityListSchema } },
});

export const fetchActivity = operation({
  id: 'GetEmailActivity',
  permission: 'email.read',
  method: 'GET',
  path: emailPaths.activityOf.template,
  summary: 'Fetch what happened to a sent email',
  note: 'To one recipient.',
  scope: 'email_activity.read',
  params: {
    msg_id: Type.String({
      description: 'The `msg_id` of the list; of an email to one recipient also its X-Message-Id.',
    }),
  },
  responses: { 200: { text: 'The email.', schema: activityDetailsSchema } },
});
