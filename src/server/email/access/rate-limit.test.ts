/** The rate limit shared by several processes, on each database. */

import { expect, it } from 'vitest';
import type { ServiceContext } from '../../platform/service-context.ts';
import { describeOnEveryDatabase } from '../../testing/every-database.ts';
import { countRequest, windowMs } from './rate-limit.ts';

describeOnEveryDatabase('a rate limit', ({ current }) => {
  let now = 1_700_000_000_000;
  const process = (database = current()) => {
    const ctx = { database, clock: { now: () => now }, changes: {} } as ServiceContext;
    return {
      take: (subject: string, endpoint: string, limit: number) =>
        countRequest(ctx, { subject, endpoint, limit }),
    };
  };
  const countAllowed = async (tries: Promise<{ allowed: boolean }>[]) =>
    (await Promise.all(tries)).filter(({ allowed }) => allowed).length;

  it('is not exceeded by concurrent processes', async () => {
    const [one, other] = [process(), process()];
    const limit = 100;
    const first = Array.from({ length: 90 }, (_, n) => (n % 3 ? one : other).take('AC1', 'a', limit));
    const given = await countAllowed(first);
    expect(given).toBe(90);
    const rest = Array.from({ length: 90 }, (_, n) => (n % 2 ? one : other).take('AC1', 'a', limit));
    const more = await countAllowed(rest);
    expect(given + more).toBe(limit);
  });

  it('is counted per subject and endpoint, and resets with the window', async () => {
    const limiter = process();
    const ask = async (subject: string, endpoint: string) =>
      (await limiter.take(subject, endpoint, 1)).allowed;
    expect(await ask('AC2', 'a')).toBe(true);
    expect(await ask('AC2', 'a')).toBe(false);
    expect(await ask('AC2', 'b')).toBe(true);
    expect(await ask('AC3', 'a')).toBe(true);
    now += windowMs;
    expect(await limiter.take('AC2', 'a', 1)).toEqual({
      allowed: true,
      limit: 1,
      remaining: 0,
      reset: (Math.floor(now / windowMs) + 1) * 60,
    });
  });

  it('needs one write for many requests', async () => {
    let writes = 0;
    const database = current();
    const counting = {
      ...database,
      read: database.read,
      write: <T>(work: Parameters<typeof database.write<T>>[0]) => {
        writes += 1;
        return database.write(work);
      },
    };
    const limiter = process(counting);
    for (let n = 0; n < 100; n += 1) await limiter.take('AC4', 'a', 6000);
    expect(writes).toBe(2);
  });
});
