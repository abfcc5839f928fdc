/** Tracking and subscription links in emails: for recipients, without authentication. */

import { Type } from 'typebox';
import { operationsIn, text } from '../../operation/operation.ts';
import { paths } from '../../paths.ts';

const operation = operationsIn('Email: links in emails', 'anybody');
const query = { t: Type.Optional(Type.String({ description: 'The signed claims of the link.' })) };
const unknown = { 404: { text: 'The signature is invalid.', type: 'text/html' } } as const;

export const recordOpen = operation({
  id: 'OpenMail',
  method: 'GET',
  path: paths.trackingPixel,
  summary: 'Record that an email was opened',
  query,
  responses: {
    200: { text: 'A transparent pixel.', type: 'image/gif' },
    404: { text: 'The same, for an invalid signature.', type: 'image/gif' },
  },
});

export const recordClick = operation({
  id: 'FollowMailLink',
  method: 'GET',
  path: paths.trackingClick,
  summary: 'Follow a link of an email',
  query,
  responses: { 302: { text: 'The target of the link.' }, ...unknown },
});

export const fetchSubscriptions = operation({
  id: 'FetchMailSubscriptions',
  method: 'GET',
  path: paths.emailSubscriptions,
  summary: 'Show the subscriptions of a recipient',
  note: 'This changes nothing.',
  query,
  responses: {
    200: { text: 'A page with buttons to unsubscribe and resubscribe.', type: 'text/html' },
    ...unknown,
  },
});

export const changeSubscriptions = operation({
  id: 'ChangeMailSubscriptions',
  method: 'POST',
  audit: { none: 'A recipient of emails decides for themselves.' },
  path: paths.emailSubscriptions,
  summary: 'Unsubscribe from a group or all email, or resubscribe',
  note: 'List-Unsubscribe=One-Click (RFC 8058) unsubscribes from the group of the email, or from all email where it has none.',
  query,
  form: {
    Change: Type.Optional(text('leave or join, a colon, and the number of a group or all.')),
    'List-Unsubscribe': Type.Optional(text('One-Click, from a mail client.')),
  },
  responses: {
    200: { text: 'Unsubscribed.', type: 'text/plain' },
    303: { text: 'A redirect to the page.' },
    ...unknown,
  },
});

export const fetchSenderVerification = operation({
  id: 'FetchSenderVerification',
  method: 'GET',
  path: paths.senderVerification,
  summary: 'Show the page of a link that verifies a sender',
  note: 'This changes nothing: link scanners open it too.',
  query: { t: Type.Optional(Type.String({ description: 'The token of the link.' })) },
  responses: { 200: { text: 'A page with a button.', type: 'text/html' }, ...unknown },
});

export const confirmSender = operation({
  id: 'ConfirmSender',
  method: 'POST',
  audit: { none: 'The owner of an address decides about it.' },
  path: paths.senderVerification,
  summary: 'Verify the sender of a link',
  query: { t: Type.Optional(Type.String({ description: 'The token of the link.' })) },
  form: {},
  responses: { 200: { text: 'A page that says so.', type: 'text/html' }, ...unknown },
});

export const fetchPageStyle = operation({
  id: 'FetchMailPageStyle',
  method: 'GET',
  path: paths.emailPageStyle,
  summary: 'Fetch the stylesheet of these pages',
  responses: { 200: { text: 'The stylesheet.', type: 'text/css' } },
});
