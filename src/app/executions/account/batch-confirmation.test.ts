import { expect, it } from 'vitest';
import { isTyped, needsTyping } from './batch-confirmation.ts';

it.each([
  ['all of the account', {}, 1, true],
  ['a status alone', { Status: 'active' as const }, 3, true],
  ['none', {}, 0, false],
  ['some of a flow', { FlowSid: 'FW1' }, 100, false],
  ['many of a flow', { FlowSid: 'FW1' }, 101, true],
])('%s: %j, %i', (_, filter, count, needed) => {
  expect(needsTyping(filter, count)).toBe(needed);
});

it.each([
  ['12000', true],
  [' 12,000 ', true],
  ['12.000', true],
  ['12 000', true],
  ['1200', false],
  ['all', false],
  ['', false],
])('%j for 12000', (text, is) => {
  expect(isTyped(text, 12_000)).toBe(is);
});
