/** Mails that come in one by one are posted at once, those of a flood one after the other. */

import { expect, it } from 'vitest';
import { PostPacer } from './pacer.ts';

it('puts nothing off while mails come in one by one', () => {
  const pace = new PostPacer();
  expect([1_000, 1_500, 2_000].map((now) => pace.next(now))).toEqual([1_000, 1_500, 2_000]);
});

it('puts the mails of a flood one after the other, and is over it when it has passed', () => {
  const pace = new PostPacer();
  const flood = Array.from({ length: 100 }, () => pace.next(1_000));
  expect(flood[0]).toBe(1_000);
  expect(new Set(flood).size).toBe(100);
  expect(flood).toEqual(flood.toSorted((a, b) => a - b));
  expect(pace.next(5_000)).toBe(5_000);
});

it('puts nothing off by more than a minute, also when the clock is set back', () => {
  const pace = new PostPacer();
  for (let count = 0; count < 100_000; count += 1) expect(pace.next(1_000)).toBeLessThanOrEqual(61_000);
  pace.next(100_000_000);
  expect(pace.next(1_000)).toBe(61_000);
  expect(pace.next(61_000)).toBeLessThanOrEqual(121_000);
});
