/** /v1/Mail/Inbound: received emails, replay of failed ones, and the checklist of a host name. */

import { Type } from 'typebox';
import { oneOf, operationsIn, text, time } from '../../operation/operation.ts';
import { pageQuery } from '../../operation/page-schema.ts';
import { problemResponses } from '../../operation/problem-responses.ts';
import { paths } from '../../paths.ts';
import {
  inboundAttemptsSchema,
  inboundChecklistSchema,
  inboundEmailPageSchema,
  inboundEmailSchema,
  inboundReplaySchema,
} from '../inbound.ts';
import { regions } from '../regions.ts';
import { searchText } from '../search.ts';
import { inboundStatuses } from '../statuses.ts';

const operation = operationsIn('Email: received emails');
const one = {
  Id: Type.String({
    pattern: '^[0-9a-f]{32}$',
    mismatch: 'must be the id of an email',
    description: 'The email.',
  }),
};
const region = Type.Optional(oneOf(regions, 'Default: global.'));
const hostname = (description: string) => text(description, { maxLength: 253 });
const onBehalfOfNote = 'With the header `on-behalf-of`, for a subaccount.';

export const listInboundEmails = operation({
  id: 'ListInboundMail',
  permission: 'email.read',
  method: 'GET',
  path: paths.inboundEmails,
  summary: 'List received emails',
  note: `Newest first; those with the status dead failed for three days. A search may end a page before it is full, or empty: \`searched_to\` is then the time back to which it came. ${onBehalfOfNote}`,
  query: {
    Status: Type.Optional(oneOf(inboundStatuses, 'All by default.')),
    Search: searchText,
    Hostname: Type.Optional(hostname('Emails to this host name only.')),
    DateFrom: Type.Optional(time('Not before this time.')),
    DateTo: Type.Optional(time('Before this time.')),
    Region: region,
    ...pageQuery,
  },
  responses: { 200: { text: 'A page of emails.', schema: inboundEmailPageSchema } },
});

export const fetchInboundEmail = operation({
  id: 'FetchInboundMail',
  permission: 'email.read',
  method: 'GET',
  path: paths.inboundEmail.template,
  summary: 'Fetch a received email',
  note: 'Without its content.',
  params: one,
  responses: { 200: { text: 'The email.', schema: inboundEmailSchema } },
});

export const updateInboundEmail = operation({
  id: 'UpdateInboundMail',
  permission: 'email.write',
  method: 'POST',
  audit: { object: 'email', shows: ['Action'] },
  path: paths.inboundEmail.template,
  summary: 'Post an email again, or discard a failed one',
  note: 'Replay posts it whatever its status, with retries for another three days, and the same `idempotency-key`; 409 once the content of a posted email was deleted. Discard deletes a failed email.',
  params: one,
  form: { Action: oneOf(['replay', 'discard']) },
  responses: {
    200: { text: 'The email.', schema: inboundEmailSchema },
    ...problemResponses(409),
  },
});

export const listInboundAttempts = operation({
  id: 'ListInboundAttempt',
  permission: 'email.read',
  method: 'GET',
  path: paths.inboundAttempts.template,
  summary: 'List the attempts at posting an email',
  note: 'Newest first.',
  params: one,
  responses: { 200: { text: 'The attempts.', schema: inboundAttemptsSchema } },
});

export const replayInboundEmails = operation({
  id: 'ReplayInboundMails',
  permission: 'email.write',
  method: 'POST',
  audit: { object: 'email', shows: ['Hostname', 'Region'] },
  path: paths.inboundReplay,
  summary: 'Replay all failed emails',
  form: { Hostname: Type.Optional(hostname('Emails to this host name only.')), Region: region },
  responses: { 202: { text: 'The number of enqueued emails.', schema: inboundReplaySchema } },
});

export const fetchInboundChecklist = operation({
  id: 'FetchInboundChecklist',
  permission: 'email.read',
  method: 'GET',
  path: paths.inboundChecklist,
  summary: 'Check whether email to a host name can be received',
  note: 'The proof of the host name, the port, the MX records, the size, and the last posts. It posts nothing. A proof that is found is remembered.',
  query: { hostname: hostname('The host name of a parse setting.'), Region: region },
  responses: {
    200: { text: 'The results.', schema: inboundChecklistSchema },
    ...problemResponses(404),
  },
});

export const postTestEmail = operation({
  id: 'TryInbound',
  permission: 'email.write',
  method: 'POST',
  audit: { object: 'email_parse_setting', shows: ['hostname', 'Region'] },
  path: paths.inboundChecklist,
  summary: 'Post a test email to the URL of a host name',
  note: 'Without retries and not counted in statistics. The result is shown with the email.',
  form: { hostname: hostname('The host name of a parse setting.'), Region: region },
  responses: {
    202: { text: 'The test email.', schema: inboundEmailSchema },
    ...problemResponses(404),
  },
});
