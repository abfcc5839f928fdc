/** The history of a test phone is one list in order of time. */

import { expect, it } from 'vitest';
import type { CallResource, MessageResource } from '#api/messaging/operations.ts';
import { freeTestNumber, phoneHistory } from './test-carrier.ts';

const at = (second: number) => `2026-01-05T10:00:0${second}Z`;
const resource = <T>(sid: string, second: number, direction: string) =>
  ({ sid, direction, date_created: at(second) }) as T;

it('puts calls between the messages, and what has the same second in the order of the SIDs', () => {
  const messages = [
    resource<MessageResource>('SM5', 3, 'inbound'),
    resource<MessageResource>('SM2', 1, 'outbound'),
    resource<MessageResource>('SM1', 1, 'inbound'),
    resource<MessageResource>('SM4', 1, 'outbound'),
  ];
  const calls = [resource<CallResource>('CA6', 3, 'inbound'), resource<CallResource>('CA3', 1, 'inbound')];
  expect(phoneHistory(messages, calls).map((each) => each.resource.sid)).toEqual([
    'SM1',
    'SM2',
    'CA3',
    'SM4',
    'SM5',
    'CA6',
  ]);
});

it('gives a flow a number that nothing answers yet', () => {
  expect(freeTestNumber([])).toBe('+15005550100');
  expect(freeTestNumber(['+15005550100', '+15005550102'])).toBe('+15005550101');
});
