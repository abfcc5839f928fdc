import { expect, it } from 'vitest';
import { type CountBlock, SharedRateLimiter } from './shared-rate-limiter.ts';

/** A counter that all processes share, by window. */
function openCounter() {
  const counts = new Map<number, number>();
  const blocks: number[] = [];
  const count: CountBlock = async ({ startedAt, size }) => {
    blocks.push(size);
    const total = (counts.get(startedAt) ?? 0) + size;
    counts.set(startedAt, total);
    return total;
  };
  return { count, blocks };
}

const blockOf = (size: number) => () => size;

it('leases one block for all who ask at the same time, and another when it is used up', async () => {
  const { count, blocks } = openCounter();
  const share = new SharedRateLimiter(1_000).shareOf('a', 0);
  expect(share.take()).toBe(false);
  const take = () => share.takeOrLease(10, blockOf(4), count);
  expect(await Promise.all([take(), take(), take(), take()])).toEqual([true, true, true, true]);
  expect(blocks).toEqual([4]);
  expect(await Promise.all(Array.from({ length: 8 }, take))).toEqual([
    ...Array.from({ length: 6 }, () => true),
    false,
    false,
  ]);
  expect(blocks).toEqual([4, 4, 4]);
  expect(await take()).toBe(false);
  expect(blocks).toHaveLength(3);
});

it('admits no more than the limit in several processes', async () => {
  const { count } = openCounter();
  const shares = [1, 2, 3].map(() => new SharedRateLimiter(1_000).shareOf('a', 0));
  const tries = Array.from({ length: 20 }, () =>
    shares.map((share) => share.takeOrLease(7, blockOf(3), count)),
  );
  const results = await Promise.all(tries.flat());
  expect(results.filter((isTaken) => isTaken)).toHaveLength(7);
});

it('gives out again what was given back, within its window', async () => {
  const { count } = openCounter();
  const limiter = new SharedRateLimiter(1_000);
  const share = limiter.shareOf('a', 999);
  expect(await share.takeOrLease(1, blockOf(1), count)).toBe(true);
  expect(share.remainingOf(1)).toBe(0);
  share.giveBack();
  expect(share.remainingOf(1)).toBe(1);
  expect(limiter.shareOf('a', 0).take()).toBe(true);
  const next = limiter.shareOf('a', 1_000);
  share.giveBack();
  expect(next.take()).toBe(false);
});

it('counts in the present window for a time before it', async () => {
  const { count } = openCounter();
  const limiter = new SharedRateLimiter(1_000);
  const share = limiter.shareOf('a', 5_000);
  expect(limiter.shareOf('a', 4_999)).toBe(share);
  expect(await limiter.shareOf('a', 4_999).takeOrLease(1, blockOf(1), count)).toBe(true);
  expect(await limiter.shareOf('a', 5_001).takeOrLease(1, blockOf(1), count)).toBe(false);
});

it('leases again after a counter that failed', async () => {
  const { count } = openCounter();
  const share = new SharedRateLimiter(1_000).shareOf('a', 0);
  const failing = share.takeOrLease(5, blockOf(1), () => Promise.reject(new Error('no connection')));
  await expect(failing).rejects.toThrow('no connection');
  expect(await share.takeOrLease(5, blockOf(1), count)).toBe(true);
});
