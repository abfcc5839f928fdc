/** The history of a test phone is one list in order of time. */

import { expect, it } from 'vitest';
import type { CallResource, MessageResource } from '#api/messaging/operations.ts';
import { phoneHistory } from './test-carrier.ts';

const at = (second: number) => `2026-01-05T10:00:0${second}Z`;
const resource = <T>(sid: string, second: number, direction: string) =>
  ({ sid, direction, date_created: at(second) }) as T;

it('puts calls between the messages, and the contact before the answer of the same second', () => {
  const messages = [
    resource<MessageResource>('SM4', 5, 'inbound'),
    resource<MessageResource>('SM2', 1, 'outbound-api'),
    resource<MessageResource>('SM1', 1, 'inbound'),
  ];
  const calls = [resource<CallResource>('CA3', 3, 'inbound')];
  expect(phoneHistory(messages, calls).map((each) => each.resource.sid)).toEqual([
    'SM1',
    'SM2',
    'CA3',
    'SM4',
  ]);
});
