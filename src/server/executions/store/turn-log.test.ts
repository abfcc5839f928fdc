/** The order of the turn log on PostgreSQL: entries of one execution stand in the order of its turns. */

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, flowOf } from '../../flows/testing/flows.ts';
import { isOnCitus, isPoolOfOne } from '../../testing/postgres.ts';
import { openRunningServer, type RunningServer, startTimeoutMs } from '../../testing/running-server.ts';
import { lockExecution } from './locks.ts';
import { insertTurnRows } from './turn-rows.ts';

// Several transactions are open at a time.
describe.skipIf(isPoolOfOne)('the turn log', () => {
  let server: RunningServer;

  beforeAll(async () => {
    server = await openRunningServer('PostgreSQL');
  }, startTimeoutMs);
  afterAll(() => server.close());

  /** A turn whose transaction begins now, and that takes the lock of the execution when it is let in. */
  async function beginTurn(sid: string) {
    const begun = Promise.withResolvers<void>();
    const letIn = Promise.withResolvers<void>();
    const committed = server.ctx.database.write(async (tx) => {
      await sql`select 1`.execute(tx);
      begun.resolve();
      await letIn.promise;
      const row = await lockExecution(tx, sid);
      if (row === undefined) throw new Error('It is there');
      const { account, flow, shard, log_number } = row;
      const range = { first_step: row.version, last_step: row.version, began: 0, ended: 0, at: 0 };
      await insertTurnRows(tx, {
        execution: { ...row, version: row.version + 1 },
        steps: [],
        logEntry: { account, flow, execution: sid, shard, ...range, log_number },
      });
    });
    await begun.promise;
    return () => {
      letIn.resolve();
      return committed;
    };
  }

  it('has the turns of an execution in their order, whichever transaction began first', async () => {
    const flow = await server.addFlow(flowOf(ask('ask', 'Well?', 60, null, null)));
    await server.postWebhook(flow, {
      MessageSid: `SM${'1'.repeat(32)}`,
      From: '+4930',
      To: '+4931',
      Body: 'Hi',
    });
    const read = server.ctx.database.read;
    const { sid } = await read.selectFrom('executions').select('sid').executeTakeFirstOrThrow();
    const turns = [];
    for (let nth = 0; nth < 4; nth += 1) turns.push(await beginTurn(sid));
    const [first, second, third, fourth] = turns;
    for (const commit of [fourth, first, third, second]) await commit?.();
    const entries = await read
      .selectFrom('live_turns')
      .select(['xid', 'first_step'])
      .where('execution', '=', sid)
      .orderBy('xid')
      .orderBy('serial')
      .execute();
    const steps = entries.map(({ first_step }) => first_step);
    expect(steps).toEqual([...steps].sort((one, other) => one - other));
    expect(entries).toHaveLength(5);
    // The three that waited have the number of the one that they waited for, or on Citus greater ones.
    expect(new Set(entries.map(({ xid }) => xid)).size).toBe(isOnCitus() ? 5 : 2);
    const { log_number: kept } = await read
      .selectFrom('executions')
      .select('log_number')
      .executeTakeFirstOrThrow();
    expect(kept).toBe(entries.at(-1)?.xid);
  });
});
