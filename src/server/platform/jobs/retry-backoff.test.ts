/** Delays between attempts. */

import { expect, it } from 'vitest';
import { backoff } from './retry-backoff.ts';

const delays = { now: 1_000, firstMs: 100, maxMs: 1_000 };

it('doubles the delay with each attempt, up to the longest', () => {
  const due = [1, 2, 3, 4, 5, 500].map((attempts) => backoff(() => 0, { ...delays, attempts }));
  expect(due).toEqual([1_100, 1_200, 1_400, 1_800, 2_000, 2_000]);
});

it('spreads attempts over the last fifth of the delay', () => {
  expect(backoff(() => 0.5, { ...delays, attempts: 4 })).toBe(1_720);
  expect(backoff(() => 0.999, { ...delays, attempts: 4 })).toBe(1_640);
});
