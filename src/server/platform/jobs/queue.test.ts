/** Claims of jobs: fair shares, and what a full queue of one account leaves to the others. */

import { afterEach, expect, it } from 'vitest';
import { describeOnEveryDatabase } from '../../testing/every-database.ts';
import { chooseFairly, claimJobs, enqueueJob } from './queue.ts';

const now = 1_000_000;

describeOnEveryDatabase('a claim', ({ current }) => {
  afterEach(() => current().write((tx) => tx.deleteFrom('accounts').execute()));

  const enqueue = (account: string, count: number, dueSince: number) =>
    current().write(async (tx) => {
      const row = { sid: account, name: account, user: 'US1', token_hash: account, created_at: 0 };
      await tx.insertInto('accounts').values(row).execute();
      for (let index = 0; index < count; index += 1) {
        const job = {
          key: `${account}.${index}`,
          kind: 'http',
          account,
          execution: null,
          payload: '{}',
        } as const;
        await enqueueJob(tx, { ...job, run_at: now - dueSince, created_at: 0 });
      }
    });
  const claim = async (limit: number, busy: Record<string, number> = {}) => {
    const share = { perAccount: 4, busy: new Map(Object.entries(busy)) };
    const jobs = await claimJobs(current(), { now, leaseUntil: now + 1_000, limit, share });
    return jobs.map(({ account }) => account).sort();
  };

  it('takes no more of an account than its share, although others wait behind a hundred of its jobs', async () => {
    await enqueue('AC1', 100, 500);
    await enqueue('AC2', 3, 100);
    await enqueue('AC3', 1, 100);
    await enqueue('AC4', 1, -100);
    expect(await claim(8)).toEqual(['AC1', 'AC1', 'AC1', 'AC1', 'AC2', 'AC3']);
    expect(await claim(8, { AC1: 4 })).toEqual(['AC2']);
    expect(await claim(8, { AC1: 4 })).toEqual(['AC2']);
    expect(await claim(8, { AC1: 4 })).toEqual([]);
    expect(await claim(2, { AC1: 3 })).toEqual(['AC1']);
  });

  it('takes the longest due first', async () => {
    await enqueue('AC1', 2, 100);
    await enqueue('AC2', 2, 500);
    expect(await claim(2)).toEqual(['AC2', 'AC2']);
    expect(await claim(9)).toEqual(['AC1', 'AC1']);
    expect(await claim(9)).toEqual([]);
  });
});

const of = (...accounts: string[]) => accounts.map((account, key) => ({ account, key }));

it.each([
  ['takes the first, as long as shares allow', of('a', 'a', 'b'), 2, {}, [0, 1]],
  ['passes over an account that has its share', of('a', 'a', 'a', 'b'), 4, {}, [0, 1, 3]],
  ['counts what runs already', of('a', 'a', 'b'), 4, { a: 1 }, [0, 2]],
  ['takes nothing of an account that is beyond its share', of('a', 'b', 'b'), 4, { a: 5, b: 1 }, [1]],
  ['takes no more than there is room for', of('a', 'b', 'c'), 1, {}, [0]],
])('%s', (_, candidates, limit, running, expected) => {
  const busy = new Map(Object.entries(running));
  expect(chooseFairly(candidates, limit, { perAccount: 2, busy }).map(({ key }) => key)).toEqual(expected);
});
