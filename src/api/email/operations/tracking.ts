/** Where the links of mails lead: for people who got a mail, without credentials. */

import Type from 'typebox';
import { type Operation, text } from '../../operation/operation.ts';
import { paths } from '../../paths.ts';

const group = 'Email: links in mails';
const access = 'anybody';
const query = { t: Type.Optional(Type.String({ description: 'What the link is about, signed.' })) };
const unknown = { 404: { text: 'The link was not made here.', type: 'text/html' } } as const;

export const recordOpen = {
  id: 'OpenMail',
  method: 'GET',
  path: paths.trackingPixel,
  group,
  summary: 'Tell that a mail was opened',
  access,
  query,
  responses: {
    200: { text: 'One transparent dot.', type: 'image/gif' },
    404: { text: 'The same, for a link that was not made here.', type: 'image/gif' },
  },
} as const satisfies Operation;

export const recordClick = {
  id: 'FollowMailLink',
  method: 'GET',
  path: paths.trackingClick,
  group,
  summary: 'Follow a link of a mail',
  access,
  query,
  responses: { 302: { text: 'Where the signed link leads.' }, ...unknown },
} as const satisfies Operation;

export const fetchSubscriptions = {
  id: 'FetchMailSubscriptions',
  method: 'GET',
  path: paths.emailSubscriptions,
  group,
  summary: 'Show what a recipient gets',
  note: 'Looking changes nothing.',
  access,
  query,
  responses: {
    200: { text: 'A page with buttons to leave and to come back.', type: 'text/html' },
    ...unknown,
  },
} as const satisfies Operation;

export const changeSubscriptions = {
  id: 'ChangeMailSubscriptions',
  method: 'POST',
  path: paths.emailSubscriptions,
  group,
  summary: 'Leave a group or all mail, or come back',
  note: 'With List-Unsubscribe=One-Click the recipient leaves the group of the mail, or all mail where it has none.',
  access,
  query,
  form: {
    Change: Type.Optional(text('leave or join, a colon, and the number of a group or all.')),
    'List-Unsubscribe': Type.Optional(text('One-Click, from a mail program.')),
  },
  responses: {
    200: { text: 'The one click was taken.', type: 'text/plain' },
    303: { text: 'Back to the page.' },
    ...unknown,
  },
} as const satisfies Operation;

export const fetchPageStyle = {
  id: 'FetchMailPageStyle',
  method: 'GET',
  path: paths.emailPageStyle,
  group,
  summary: 'Fetch the style of these pages',
  access,
  responses: { 200: { text: 'The style.', type: 'text/css' } },
} as const satisfies Operation;
