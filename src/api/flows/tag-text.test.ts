import { expect, it } from 'vitest';
import { isTooLong, tagKey, tagTexts } from './tag-text.ts';

it('keeps the first spelling of each tag, in order, and none without characters', () => {
  expect(tagTexts([' front \t desk', 'Recalls', '', ' ', 'FRONT DESK', 'a\u0000b', 'recalls'])).toEqual([
    'front desk',
    'Recalls',
    'a b',
  ]);
  // One letter in two spellings of Unicode.
  expect(tagKey('Café')).toBe(tagKey('CAFE\u0301'));
});

it('counts characters, not code units', () => {
  expect([isTooLong('😀'.repeat(40)), isTooLong('a'.repeat(41))]).toEqual([false, true]);
});
