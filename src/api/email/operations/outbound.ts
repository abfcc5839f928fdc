/** /v1/Mail/Outbound: sent email and the built-in mailbox. */

import { Type } from 'typebox';
import { oneOf, operationsIn, sid, text, time } from '../../operation/operation.ts';
import { pageQuery } from '../../operation/page-schema.ts';
import { problemResponses } from '../../operation/problem-responses.ts';
import { paths } from '../../paths.ts';
import { outboundEmailDetailsSchema, outboundEmailPageSchema } from '../outbound.ts';
import { regions } from '../regions.ts';
import { waitingEmailPageSchema } from '../scheduled-sends.ts';
import { searchText } from '../search.ts';
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
  note: `One entry for each recipient, newest first; kept as long as personal data. A search among many emails may end a page before it is full, or empty: \`searched_to\` is then the time back to which it came, and \`next_page_url\` goes on from there. ${onBehalfOfNote}`,
  query: {
    Status: Type.Optional(oneOf(outboundStatuses, 'All by default.')),
    Search: searchText,
    MessageId: Type.Optional(
      text('An X-Message-Id, `sg_message_id` or Message-ID. Other filters have no effect.', {
        maxLength: 200,
      }),
    ),
    Template: Type.Optional(text('The id of a template.', { maxLength: 100 })),
    Category: Type.Optional(text('One of its categories.', { maxLength: 255 })),
    DateFrom: Type.Optional(time('Not before this time.')),
    DateTo: Type.Optional(time('Before this time.')),
    Region: Type.Optional(oneOf(regions, 'Default: global.')),
    ...onBehalfOf,
    ...pageQuery,
  },
  responses: { 200: { text: 'A page of emails.', schema: outboundEmailPageSchema } },
});

export const listScheduledEmails = operation({
  id: 'ListScheduledMail',
  permission: 'email.read',
  method: 'GET',
  path: paths.scheduledEmails,
  summary: 'List emails that wait for their time',
  note: `One entry for each recipient, the soonest first, until it is sent or discarded. ${onBehalfOfNote}`,
  query: {
    Region: Type.Optional(oneOf(regions, 'Default: global.')),
    ...onBehalfOf,
    ...pageQuery,
  },
  responses: { 200: { text: 'A page of emails.', schema: waitingEmailPageSchema } },
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
  responses: { 200: { text: 'The email.', schema: outboundEmailDetailsSchema } },
});

export const updateOutboundEmail = operation({
  id: 'UpdateOutboundMail',
  permission: 'email.write',
  method: 'POST',
  audit: { object: 'email', shows: ['Action'] },
  path: paths.outboundEmail.template,
  summary: 'Send an email again, or post its events again',
  note: 'Sent again it is a new email, which the response has; suppressions hold for it. Events are posted to the webhooks that are subscribed to them now, each with its sg_event_id.',
  params: one,
  form: { Action: oneOf(['send', 'post_events']) },
  responses: {
    200: { text: 'The email.', schema: outboundEmailDetailsSchema },
    ...problemResponses(409),
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
  responses: { 200: { text: 'The HTML, or the text.', type: 'text/html' } },
});

export const showTemplatePreview = operation({
  id: 'ShowMailTemplatePreview',
  permission: 'email.read',
  method: 'POST',
  audit: { none: 'It changes nothing.' },
  path: paths.templatePreview,
  summary: 'Show the HTML of a template as a page',
  note: 'Sandboxed, for a frame: the form that has it is sent into the frame.',
  form: { Html: Type.String({ maxLength: 2 * 1024 * 1024 }) },
  masksItself: true,
  responses: { 200: { text: 'The HTML.', type: 'text/html' } },
});

export const fetchOutboundEmailSource = operation({
  id: 'FetchOutboundMailSource',
  permission: 'contacts.unmasked',
  method: 'GET',
  path: paths.outboundEmailSource.template,
  summary: 'Download the source of an email',
  params: one,
  query: onBehalfOf,
  responses: { 200: { text: 'The email as MIME.', type: 'message/rfc822' } },
});
