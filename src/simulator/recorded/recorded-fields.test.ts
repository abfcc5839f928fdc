/** What of a carrier's report is kept. */

import { expect, it } from 'vitest';
import { messageOf, reportOf } from './recorded-fields.ts';

const sid = `SM${'0123456789abcdef'.repeat(2)}`;
const kept = { A: 'a', count: 0, flag: false, list: [], inner: { a: 1 }, LongSID: 'x', SidOf: 'x' };
const left = { CallSid: 'any', id: sid, none: null, empty: '', nothing: {} };
const nearlySids = {
  a: `${sid}0`,
  b: `x${sid}`,
  c: sid.toLowerCase(),
  d: sid.slice(0, -1),
  e: `S${sid.slice(2)}`,
};

it('of a message are its text, its media, and the fields that say more about it', () => {
  const usual = {
    ...{ From: '+1', To: '+2', NumMedia: '2', NumSegments: '1', MediaUrl10: 'u10', MediaContentType0: 'a/b' },
    ...{ MediaContentType10: 'a/b', ApiVersion: '1', SmsStatus: 'received', Author: 'a', EventType: 'b' },
    ...{ Source: 'SDK', ChannelAttributes: 'c', InstanceSid: 'IS1' },
  };
  const likeUsual = {
    ...{
      FromCity: 'x',
      ReplyTo: 'x',
      BodyType: 'x',
      MediaUrlX: 'x',
      MediaContentTypeX: 'x',
      xMediaUrl1: 'x',
    },
    ...{ MediaUrl1x: 'x' },
  };
  expect(
    messageOf({
      Body: 'hi',
      MediaUrl0: 'u0',
      MediaUrl1: 5,
      ...usual,
      ...kept,
      ...left,
      ...likeUsual,
      ...nearlySids,
    }),
  ).toEqual({
    body: 'hi',
    media: ['u0', 'u10'],
    fields: { ...kept, ...likeUsual, ...nearlySids },
  });
  expect(messageOf({})).toEqual({ body: '', media: [], fields: {} });
});

it('of a call are the fields that are not its own', () => {
  const usual = { From: '+1', To: '+2', Caller: '+1', Called: '+2', Direction: 'inbound', ApiVersion: '1' };
  const likeUsual = { FromCity: 'x', ReplyTo: 'x', Body: 'hi', CallerName: 'x' };
  expect(reportOf({ ...usual, ...kept, ...left, ...likeUsual })).toEqual({ ...kept, ...likeUsual });
});
