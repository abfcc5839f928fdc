/** A sink that is made due while its delivery ends is looked at again, on PostgreSQL, whichever transaction comes first. */

import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { openMultiServer, post } from '../testing/multi-server.ts';
import { findSink, leaseSink, setDueForAudit, updateLeasedSink } from './sink-store.ts';

it('is due when the log has gone on in a transaction that the end of its delivery waits for', async () => {
  const cluster = await openMultiServer('PostgreSQL');
  try {
    const server = await cluster.start();
    const { account_sid: account } = cluster.account;
    const form = new URLSearchParams({ Destination: 'http://127.0.0.1:9/', Kinds: 'audit.event' });
    const { sid } = (await (await post(server, cluster.account, '/v1/Sinks', form)).json()) as {
      sid: string;
    };
    const { database } = server.ctx;
    const leased = await database.write((tx) => leaseSink(tx, { sid, now: 1, leaseUntil: 9e12 }));
    if (leased === undefined) throw new Error('There is no lease');
    const { shard } = leased;
    const sealed = Promise.withResolvers<void>();
    const mayEnd = Promise.withResolvers<void>();
    const sealing = database.write(async (tx) => {
      await setDueForAudit(tx, account, 5, 0);
      sealed.resolve();
      await mayEnd.promise;
    });
    await sealed.promise;
    const ended = database.write((tx) =>
      updateLeasedSink(tx, { sid, shard, held: 9e12, now: 7 }, { lease_until: 0, wake_at: null }),
    );
    await wait(200);
    mayEnd.resolve();
    await Promise.all([sealing, ended]);
    expect(Number((await findSink(database.read, account, sid))?.wake_at)).toBe(7);
  } finally {
    await cluster.close();
  }
}, 120_000);
