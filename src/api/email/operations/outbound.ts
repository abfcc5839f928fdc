/** /v1/Mail/Outbound: mail that went out, and the built-in mailbox. */

import Type from 'typebox';
import { type Operation, oneOf, sid } from '../../operation/operation.ts';
import { pageQuery } from '../../operation/page-schema.ts';
import { problemResponses } from '../../operation/problem-responses.ts';
import { paths } from '../../paths.ts';
import { outboundEmailDetailsSchema, outboundEmailPageSchema, outboundStatuses } from '../outbound.ts';
import { regions } from '../regions.ts';

const group = 'Email: mail that went out';
const access = 'account';
const one = { Sid: sid('EM', 'The mail to one recipient.') };
const standing = 'With the header `on-behalf-of`, for an account below the own one.';
/** A frame and a link cannot send headers. */
const onBehalfOf = {
  OnBehalfOf: Type.Optional(Type.String({ description: 'The same as the header `on-behalf-of`.' })),
};

export const listOutboundEmails = {
  id: 'ListOutboundMail',
  method: 'GET',
  path: paths.outboundEmails,
  group,
  summary: 'List mail that went out',
  note: `One entry for each recipient, newest first; kept for as long as personal data is. ${standing}`,
  access,
  query: {
    Status: Type.Optional(oneOf(outboundStatuses, 'All where it is not said.')),
    Region: Type.Optional(oneOf(regions, 'global where it is not said.')),
    ...pageQuery,
  },
  responses: {
    200: { text: 'A page of mails.', schema: outboundEmailPageSchema },
    ...problemResponses(400, 403),
  },
} as const satisfies Operation;

export const fetchOutboundEmail = {
  id: 'FetchOutboundMail',
  method: 'GET',
  path: paths.outboundEmail('{Sid}'),
  group,
  summary: 'Fetch a mail as its recipient gets it',
  note: standing,
  access,
  params: one,
  responses: {
    200: { text: 'The mail.', schema: outboundEmailDetailsSchema },
    ...problemResponses(403, 404),
  },
} as const satisfies Operation;

export const fetchOutboundEmailHtml = {
  id: 'FetchOutboundMailHtml',
  method: 'GET',
  path: paths.outboundEmailHtml('{Sid}'),
  group,
  summary: 'Show a mail as a page',
  note: 'Sandboxed, for a frame of the page of the product. Its pixel is fetched as by a reader.',
  access,
  params: one,
  query: onBehalfOf,
  responses: { 200: { text: 'The HTML, or the text.', type: 'text/html' }, ...problemResponses(403, 404) },
} as const satisfies Operation;

export const fetchOutboundEmailSource = {
  id: 'FetchOutboundMailSource',
  method: 'GET',
  path: paths.outboundEmailSource('{Sid}'),
  group,
  summary: 'Download a mail as it was handed over',
  access,
  params: one,
  query: onBehalfOf,
  responses: { 200: { text: 'The mail as MIME.', type: 'message/rfc822' }, ...problemResponses(403, 404) },
} as const satisfies Operation;
