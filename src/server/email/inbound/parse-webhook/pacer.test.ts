/** The pacer: no delay at a low rate, even spacing in a burst. */

import { expect, it } from 'vitest';
import { PostPacer } from './pacer.ts';

it('adds no delay at a low rate', () => {
  const pacer = new PostPacer();
  expect([1_000, 1_500, 2_000].map((now) => pacer.next(now))).toEqual([1_000, 1_500, 2_000]);
});

it('spaces a burst, and recovers afterwards', () => {
  const pacer = new PostPacer();
  const flood = Array.from({ length: 100 }, () => pacer.next(1_000));
  expect(flood[0]).toBe(1_000);
  expect(new Set(flood).size).toBe(100);
  expect(flood).toEqual(flood.toSorted((a, b) => a - b));
  expect(pacer.next(5_000)).toBe(5_000);
});

it('never delays by more than a minute, also when the clock is set back', () => {
  const pacer = new PostPacer();
  for (let count = 0; count < 100_000; count += 1) expect(pacer.next(1_000)).toBeLessThanOrEqual(61_000);
  pacer.next(100_000_000);
  expect(pacer.next(1_000)).toBe(61_000);
  expect(pacer.next(61_000)).toBeLessThanOrEqual(121_000);
});
