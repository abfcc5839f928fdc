/** Tracking and subscription links in emails: for recipients, without authentication. */

import { Type } from 'typebox';
import { type Operation, text } from '../../operation/operation.ts';
import { paths } from '../../paths.ts';

const group = 'Email: links in emails';
const access = 'anybody';
const query = { t: Type.Optional(Type.String({ description: 'The signed claims of the link.' })) };
const unknown = { 404: { text: 'The signature is invalid.', type: 'text/html' } } as const;

export const recordOpen = {
  id: 'OpenMail',
  method: 'GET',
  path: paths.trackingPixel,
  group,
  summary: 'Record that an email was opened',
  access,
  query,
  responses: {
    200: { text: 'A transparent pixel.', type: 'image/gif' },
    404: { text: 'The same, for an invalid signature.', type: 'image/gif' },
  },
} as const satisfies Operation;

export const recordClick = {
  id: 'FollowMailLink',
  method: 'GET',
  path: paths.trackingClick,
  group,
  summary: 'Follow a link of an email',
  access,
  query,
  responses: { 302: { text: 'The target of the link.' }, ...unknown },
} as const satisfies Operation;

export const fetchSubscriptions = {
  id: 'FetchMailSubscriptions',
  method: 'GET',
  path: paths.emailSubscriptions,
  group,
  summary: 'Show the subscriptions of a recipient',
  note: 'This changes nothing.',
  access,
  query,
  responses: {
    200: { text: 'A page with buttons to unsubscribe and resubscribe.', type: 'text/html' },
    ...unknown,
  },
} as const satisfies Operation;

export const changeSubscriptions = {
  id: 'ChangeMailSubscriptions',
  method: 'POST',
  path: paths.emailSubscriptions,
  group,
  summary: 'Unsubscribe from a group or all email, or resubscribe',
  note: 'List-Unsubscribe=One-Click (RFC 8058) unsubscribes from the group of the email, or from all email where it has none.',
  access,
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
} as const satisfies Operation;

export const fetchPageStyle = {
  id: 'FetchMailPageStyle',
  method: 'GET',
  path: paths.emailPageStyle,
  group,
  summary: 'Fetch the stylesheet of these pages',
  access,
  responses: { 200: { text: 'The stylesheet.', type: 'text/css' } },
} as const satisfies Operation;
