/** /v1/Mail/Outbound: sent email and the built-in mailbox. */

import { Type } from 'typebox';
import { oneOf, operationsIn, sid, text } from '../../operation/operation.ts';
import { pageQuery } from '../../operation/page-schema.ts';
import { problemResponses } from '../../operation/problem-responses.ts';
import { paths } from '../../paths.ts';
import { outboundEmailDetailsSchema, outboundEmailPageSchema } from '../outbound.ts';
import { regions } from '../regions.ts';
import { outboundStatuses } from '../statuses.ts';

const operation = operationsIn('Email: sent emails');
const one = { Sid: sid('EM', 'The email to one recipient.') };
const onBehalfOfNote = 'With the header `on-behalf-of`, for a subaccount.';
/** Frames and links cannot send headers. */
const onBehalfOf = {
  OnBehalfOf: Type.Optional(text('The same as the header `on-behalf-of`.')),
};

export const listOutboundEmails = operation({
  id: 'ListOutboundMail',
  permission: 'email.read',
  method: 'GET',
  path: paths.outboundEmails,
  summary: 'List sent emails',
  note: `One entry for each recipient, newest first; kept as long as personal data. ${onBehalfOfNote}`,
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
});

export const fetchOutboundEmail = operation({
  id: 'FetchOutboundMail',
  permission: 'email.read',
  method: 'GET',
  path: paths.outboundEmail.template,
  summary: 'Fetch an email as its recipient sees it',
  note: onBehalfOfNote,
  params: one,
  query: onBehalfOf,
  responses: {
    200: { text: 'The email.', schema: outboundEmailDetailsSchema },
    ...problemResponses(403, 404),
  },
});

export const fetchOutboundEmailHtml = operation({
  id: 'FetchOutboundMailHtml',
  permission: 'contacts.unmasked',
  method: 'GET',
  path: paths.outboundEmailHtml.template,
  summary: 'Show an email as an HTML page',
  note: 'Sandboxed, for a frame. Loading it counts as an open.',
  params: one,
  query: onBehalfOf,
  responses: { 200: { text: 'The HTML, or the text.', type: 'text/html' }, ...problemResponses(403, 404) },
});

export const fetchOutboundEmailSource = operation({
  id: 'FetchOutboundMailSource',
  permission: 'contacts.unmasked',
  method: 'GET',
  path: paths.outboundEmailSource.template,
  summary: 'Download the source of an email',
  params: one,
  query: onBehalfOf,
  responses: { 200: { text: 'The email as MIME.', type: 'message/rfc822' }, ...problemResponses(403, 404) },
});
