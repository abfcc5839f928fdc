/** Events are counted over many accounts in statements that each look at some thousand, on every database. */

import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { paths } from '#api/paths.ts';
import type { Queries } from '../platform/database/database.ts';
import { shardOfAccount } from '../platform/database/shard.ts';
import { SqliteConnection } from '../platform/database/sqlite-connection.ts';
import {
  databaseKinds,
  openRunningServer,
  type RunningServer,
  startTimeoutMs,
} from '../testing/running-server.ts';

const dayMs = 86_400_000;

describe.each(databaseKinds)('counts of the audit log, %s', (kind) => {
  let server: RunningServer;

  beforeAll(async () => {
    server = await openRunningServer(kind, { worker: false });
  }, startTimeoutMs);
  afterAll(() => server.close());
  afterEach(() => vi.restoreAllMocks());

  const write = <T>(work: (tx: Queries) => Promise<T>) => server.ctx.database.write(work);

  it('counts over many accounts in statements that each look at some thousand events', async () => {
    const names: string[] = [];
    for (let each = 0; each < 25; each += 1) {
      const form = { FriendlyName: `Below ${each}` };
      names.push((await server.send(paths.accounts, { form })).json().sid);
    }
    const row = await server.ctx.database.read
      .selectFrom('audit_events')
      .selectAll()
      .limit(1)
      .executeTakeFirstOrThrow();
    const start = Math.ceil(server.ctx.clock.now() / dayMs + 1) * dayMs;
    const events = (index: number) => (index === 3 ? 6_000 : 400);
    const rowsOf = (account: string, index: number) =>
      Array.from({ length: events(index) }, (_, number) => ({
        ...{ ...row, account, shard: shardOfAccount(account) },
        ...{ sequence: null, hash: null, previous_hash: null },
        operation: number % 4 === 0 ? 'CreateFlow' : 'UpdateFlow',
        sid: `AE${(start + number).toString(16).padStart(12, '0')}${String(index).padStart(20, '0')}`,
      }));
    await write(async (tx) => {
      for (const [index, account] of names.entries()) {
        const all = rowsOf(account, index);
        for (let at = 0; at < all.length; at += 400)
          await tx
            .insertInto('audit_events')
            .values(all.slice(at, at + 400))
            .execute();
      }
    });
    const day = (at: number) => new Date(at).toISOString().replace('.000Z', 'Z');
    const count = async (query: object) => {
      const search = new URLSearchParams({
        Starts: `${day(start)},${day(start + dayMs)}`,
        Below: 'true',
        ...query,
      });
      const response = await server.send(`${paths.auditCounts}?${search}`);
      expect(response.statusCode, response.body).toBe(200);
      return response.json().days[0].events;
    };
    const asked = [
      vi.spyOn(pg.Client.prototype, 'query'),
      vi.spyOn(SqliteConnection.prototype, 'rowsOf'),
      vi.spyOn(SqliteConnection.prototype, 'executeQuery'),
    ];
    expect(await count({})).toBe(24 * 400 + 6_000);
    expect(await count({ Operation: 'CreateFlow' })).toBe(24 * 100 + 1_500);
    expect(await count({ Operation: 'DeleteFlow' })).toBe(0);
    const counting = asked
      .flatMap(({ mock }) => mock.calls.map(([statement]) => JSON.stringify(statement)))
      .filter((text) => text.includes('count(*)'));
    // Three times, of 15,600 events.
    expect(counting.length).toBeGreaterThanOrEqual(3 * 4);
    expect(counting.length).toBeLessThan(3 * 25);
  });
});
