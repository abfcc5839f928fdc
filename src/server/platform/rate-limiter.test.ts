import { expect, it } from 'vitest';
import { RateLimiter } from './rate-limiter.ts';

it('refills a bucket by time, to no more than its burst', () => {
  const limiter = new RateLimiter();
  const take = (count: number, now: number) =>
    limiter.take([['a', { perSecond: 10, burst: 30 }]], count, now)?.retryAfterSeconds ?? null;
  expect([take(30, 0), take(1, 0), take(21, 0), take(21, 2_000)]).toEqual([null, 1, 3, 1]);
  expect([take(20, 2_000), take(1, 2_099), take(1, 2_100)]).toEqual([null, 1, null]);
  expect([take(31, 60_000), take(30, 60_000)]).toEqual([1, null]);
});

it('counts again from zero at each multiple of its length', () => {
  const limiter = new RateLimiter();
  const take = (now: number) =>
    limiter.take([['a', { count: 2, windowMs: 60_000 }]], 1, now)?.retryAfterSeconds ?? null;
  expect([take(59_000), take(59_000), take(59_000), take(59_999)]).toEqual([null, null, 1, 1]);
  expect([take(60_000), take(61_000), take(61_000), take(120_000)]).toEqual([null, null, 59, null]);
});

it('takes from all limits or from none', () => {
  const limiter = new RateLimiter();
  const [one, other] = [
    { count: 5, windowMs: 1_000 },
    { count: 2, windowMs: 1_000 },
  ];
  const both = (count: number) =>
    limiter.take(
      [
        ['a', one],
        ['b', other],
      ],
      count,
      0,
    );
  expect(both(3)?.limit).toBe(other);
  expect(limiter.take([['a', one]], 5, 0)).toBeNull();
  expect(both(1)?.limit).toBe(one);
  expect(limiter.take([['b', other]], 2, 0)).toBeNull();
});

it('forgets the keys that were used longest ago, beyond ten thousand', () => {
  const limiter = new RateLimiter();
  const limit = { count: 1, windowMs: 1_000 };
  const isRefused = (key: string) => limiter.take([[key, limit]], 1, 0) !== null;
  for (let n = 0; n < 10_001; n += 1) expect(isRefused(`key-${n}`)).toBe(false);
  expect([isRefused('key-1'), isRefused('key-10000'), isRefused('key-0')]).toEqual([true, true, false]);
});
