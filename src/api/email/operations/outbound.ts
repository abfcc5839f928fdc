/** /v1/Mail/Outbound: sent email and the built-in mailbox. */

import { Type } from 'typebox';
import { type Operation, oneOf, sid, text } from '../../operation/operation.ts';
import { pageQuery } from '../../operation/page-schema.ts';
import { problemResponses } from '../../operation/problem-responses.ts';
import { paths } from '../../paths.ts';
import { outboundEmailDetailsSchema, outboundEmailPageSchema } from '../outbound.ts';
import { regions } from '../regions.ts';
import { outboundStatuses } from '../statuses.ts';

const group = 'Email: sent emails';
const access = 'account';
const one = { Sid: sid('EM', 'The email to one recipient.') };
const onBehalfOfNote = 'With the header `on-behalf-of`, for a subaccount.';
/** Frames and links cannot send headers. */
const onBehalfOf = {
  OnBehalfOf: Type.Optional(text('The same as the header `on-behalf-of`.')),
};

export const listOutboundEmails = {
  id: 'ListOutboundMail',
  method: 'GET',
  path: paths.outboundEmails,
  group,
  summary: 'List sent emails',
  note: `One entry for each recipient, newest first; kept as long as personal data. ${onBehalfOfNote}`,
  access,
  query: {
    Status: Type.Optional(oneOf(outboundStatuses, 'All by default.')),
    Region: Type.Optional(oneOf(regions, 'Default: global.')),
    ...onBehalfOf,
    ...pageQuery,
  },
  responses: {
    200: { text: 'A page of emails.', schema: outboundEmailPageSchema },
    ...problemResponses(400, 403),
  },
} as const satisfies Operation;

export const fetchOutboundEmail = {
  id: 'FetchOutboundMail',
  method: 'GET',
  path: paths.outboundEmail.template,
  group,
  summary: 'Fetch an email as its recipient sees it',
  note: onBehalfOfNote,
  access,
  params: one,
  query: onBehalfOf,
  responses: {
    200: { text: 'The email.', schema: outboundEmailDetailsSchema },
    ...problemResponses(403, 404),
  },
} as const satisfies Operation;

export const fetchOutboundEmailHtml = {
  id: 'FetchOutboundMailHtml',
  method: 'GET',
  path: paths.outboundEmailHtml.template,
  group,
  summary: 'Show an email as an HTML page',
  note: 'Sandboxed, for a frame. Loading it counts as an open.',
  access,
  params: one,
  query: onBehalfOf,
  responses: { 200: { text: 'The HTML, or the text.', type: 'text/html' }, ...problemResponses(403, 404) },
} as const satisfies Operation;

export const fetchOutboundEmailSource = {
  id: 'FetchOutboundMailSource',
  method: 'GET',
  path: paths.outboundEmailSource.template,
  group,
  summary: 'Download the source of an email',
  access,
  params: one,
  query: onBehalfOf,
  responses: { 200: { text: 'The email as MIME.', type: 'message/rfc822' }, ...problemResponses(403, 404) },
} as const satisfies Operation;
