/** Blocks of starts: the limit holds across processes, and the counter is written once for each block. */

import { beforeEach, expect, it } from 'vitest';
import { readConfig } from '../../platform/config.ts';
import { Refusal } from '../../platform/errors.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { createServiceRuntime } from '../../platform/service-runtime.ts';
import { describeOnEveryDatabase } from '../../testing/every-database.ts';
import { testStartTime } from '../../testing/server.ts';
import { countStart } from './start-rate-limit.ts';
import { inTurnTransaction } from './turn-transaction.ts';

const account = `AC${'0'.repeat(32)}`;

describeOnEveryDatabase('starts of an account', ({ current }) => {
  let now = testStartTime;
  const processWith = (limit: number) => {
    const config = readConfig({ LOG_LEVEL: 'silent', START_LIMIT_REST: String(limit) });
    return createServiceRuntime(config, current(), () => now).ctx;
  };
  const start = (ctx: ServiceContext) => inTurnTransaction(ctx, (turn) => countStart(turn, account, 'rest'));
  const startMany = async (processes: ServiceContext[], times: number) => {
    const starts = Array.from({ length: times }, (_, at) =>
      start(processes[at % processes.length] as ServiceContext),
    );
    const results = await Promise.allSettled(starts);
    const refusals = results.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
    for (const each of refusals) expect(each instanceof Refusal && each.kind).toBe('too-many');
    return times - refusals.length;
  };
  const taken = async () => {
    const rows = await current().read.selectFrom('start_counts').select(['second', 'taken']).execute();
    return rows.find(({ second }) => second === Math.floor(now / 1_000))?.taken ?? 0;
  };

  beforeEach(async () => {
    now += 120_000;
    const row = { sid: account, name: 'A', user: 'US1', token_hash: 'x', created_at: 0 };
    await current().write((tx) =>
      tx
        .insertInto('accounts')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    );
  });

  it('are never more than the limit, whichever processes they come to', async () => {
    expect(await startMany([processWith(9), processWith(9), processWith(9)], 60)).toBe(9);
    now += 1_000;
    expect(await startMany([processWith(9)], 20)).toBe(9);
  });

  it('use up to a block of the limit less in all but the last process', async () => {
    const [one, other] = [processWith(40), processWith(40)];
    await start(one);
    const accepted = await startMany([other], 60);
    expect(accepted).toBe(36);
    expect(await startMany([one], 60)).toBe(3);
  });

  it('write the counter once for each block', async () => {
    const ctx = processWith(40);
    await start(ctx);
    expect(await taken()).toBe(4);
    await startMany([ctx], 3);
    expect(await taken()).toBe(4);
    await start(ctx);
    expect(await taken()).toBe(8);
  });

  it('are given back by a turn that fails', async () => {
    const ctx = processWith(2);
    const failing = inTurnTransaction(ctx, async (turn) => {
      await countStart(turn, account, 'rest');
      throw new Error('failed');
    });
    await expect(failing).rejects.toThrow('failed');
    expect(await startMany([ctx], 5)).toBe(2);
  });
});
