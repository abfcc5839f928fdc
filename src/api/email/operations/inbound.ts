/** /v1/Mail/Inbound: mails that came in, what was given up, and the checklist of a host name. */

import Type from 'typebox';
import { type Operation, oneOf, text } from '../../operation/operation.ts';
import { pageQuery } from '../../operation/page-schema.ts';
import { problemResponses } from '../../operation/problem-responses.ts';
import { paths } from '../../paths.ts';
import {
  inboundAttemptsSchema,
  inboundChecklistSchema,
  inboundEmailPageSchema,
  inboundEmailSchema,
  inboundReplaySchema,
  inboundStatuses,
} from '../inbound.ts';
import { regions } from '../regions.ts';

const group = 'Email: mail that came in';
const access = 'account';
const one = {
  Id: Type.String({
    pattern: '^[0-9a-f]{32}$',
    mismatch: 'must be the id of a mail',
    description: 'The mail.',
  }),
};
const region = Type.Optional(oneOf(regions, 'global where it is not said.'));
const hostname = (description: string) => text(description, { maxLength: 253 });
const standing = 'With the header `on-behalf-of`, for an account below the own one.';

export const listInboundEmails = {
  id: 'ListInboundMail',
  method: 'GET',
  path: paths.inboundEmails,
  group,
  summary: 'List mails that came in',
  note: `Newest first; those with the status dead were given up after three days. ${standing}`,
  access,
  query: {
    Status: Type.Optional(oneOf(inboundStatuses, 'All where it is not said.')),
    Hostname: Type.Optional(hostname('Mail to this host name only.')),
    Region: region,
    ...pageQuery,
  },
  responses: {
    200: { text: 'A page of mails.', schema: inboundEmailPageSchema },
    ...problemResponses(400, 403),
  },
} as const satisfies Operation;

export const fetchInboundEmail = {
  id: 'FetchInboundMail',
  method: 'GET',
  path: paths.inboundEmail('{Id}'),
  group,
  summary: 'Fetch a mail that came in',
  note: 'What it says is not shown.',
  access,
  params: one,
  responses: { 200: { text: 'The mail.', schema: inboundEmailSchema }, ...problemResponses(403, 404) },
} as const satisfies Operation;

export const updateInboundEmail = {
  id: 'UpdateInboundMail',
  method: 'POST',
  path: paths.inboundEmail('{Id}'),
  group,
  summary: 'Send a mail anew that was given up, or throw it away',
  access,
  params: one,
  form: { Action: oneOf(['replay', 'discard']) },
  responses: {
    200: { text: 'The mail.', schema: inboundEmailSchema },
    ...problemResponses(400, 403, 404, 409),
  },
} as const satisfies Operation;

export const listInboundAttempts = {
  id: 'ListInboundAttempt',
  method: 'GET',
  path: paths.inboundAttempts('{Id}'),
  group,
  summary: 'List the attempts at posting a mail',
  note: 'Newest first.',
  access,
  params: one,
  responses: { 200: { text: 'The attempts.', schema: inboundAttemptsSchema }, ...problemResponses(403, 404) },
} as const satisfies Operation;

export const replayInboundEmails = {
  id: 'ReplayInboundMails',
  method: 'POST',
  path: paths.inboundReplay,
  group,
  summary: 'Send all mails anew that were given up',
  access,
  form: { Hostname: Type.Optional(hostname('Mail to this host name only.')), Region: region },
  responses: {
    202: { text: 'How many are on their way.', schema: inboundReplaySchema },
    ...problemResponses(400, 403),
  },
} as const satisfies Operation;

export const fetchInboundChecklist = {
  id: 'FetchInboundChecklist',
  method: 'GET',
  path: paths.inboundChecklist,
  group,
  summary: 'Look whether mail to a host name can come in',
  note: 'The port, the MX records, the size, and how the last posts went. It posts nothing.',
  access,
  query: { hostname: hostname('The host name of a parse setting.'), Region: region },
  responses: {
    200: { text: 'What was found.', schema: inboundChecklistSchema },
    ...problemResponses(400, 403, 404),
  },
} as const satisfies Operation;

export const postTestEmail = {
  id: 'TryInbound',
  method: 'POST',
  path: paths.inboundChecklist,
  group,
  summary: 'Post a test mail to the URL of a host name',
  note: 'Once; it counts in no statistics. What became of it stands in the mail soon.',
  access,
  form: { hostname: hostname('The host name of a parse setting.'), Region: region },
  responses: {
    202: { text: 'The test mail.', schema: inboundEmailSchema },
    ...problemResponses(400, 403, 404),
  },
} as const satisfies Operation;
