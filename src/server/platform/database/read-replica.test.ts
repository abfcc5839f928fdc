/** Reads from a streaming replica, with real servers: never older than what was committed before. */

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ReplicatedPostgres } from '../../testing/postgres-replica.ts';
import { replicaReadsTotal } from '../metrics.ts';
import type { Database } from './database.ts';
import { migrate } from './migrate.ts';
import { openPostgres } from './postgres.ts';

const timeoutMs = 60_000;

describe('reads from a replica', () => {
  let servers: ReplicatedPostgres;
  let one: Database;
  let other: Database;
  let named = 0;

  const open = (readUrl: string) => openPostgres(servers.primaryUrl, 3, { readUrl });
  const names = async () =>
    (await one.replica.selectFrom('agreements').select('name').execute()).map(({ name }) => name);
  /** Adds a row by another process, and gives its name. */
  const add = async () => {
    named += 1;
    const name = `name ${named}`;
    await other.write((tx) => tx.insertInto('agreements').values({ name, value: '' }).execute());
    return name;
  };
  const readsFrom = async (who: 'replica' | 'primary') =>
    (await replicaReadsTotal.get()).values.find(({ labels }) => labels.from === who)?.value ?? 0;
  /** Reads until one is answered by `who`. */
  const readUntilFrom = (who: 'replica' | 'primary') =>
    expect
      .poll(
        async () => {
          const before = await readsFrom(who);
          await names();
          return (await readsFrom(who)) > before;
        },
        { timeout: timeoutMs },
      )
      .toBe(true);

  beforeAll(async () => {
    servers = await ReplicatedPostgres.start();
    other = openPostgres(servers.primaryUrl, 2);
    await migrate(other, 0);
  }, timeoutMs);
  afterAll(async () => {
    await other?.close();
    await servers?.stop();
  }, timeoutMs);
  beforeEach(() => {
    one = open(servers.replicaUrl);
  });
  afterEach(() => one.close());

  it('are answered by the replica, and have what another process committed just before', {
    timeout: timeoutMs,
  }, async () => {
    await readUntilFrom('replica');
    const before = await readsFrom('replica');
    for (let round = 0; round < 100; round++) {
      const name = await add();
      expect(await names()).toContain(name);
    }
    expect(await readsFrom('replica')).toBeGreaterThan(before);
  });

  it('are answered by the primary while the replica lags, and by the replica again afterwards', {
    timeout: timeoutMs,
  }, async () => {
    await readUntilFrom('replica');
    await servers.pauseReplay();
    const name = await add();
    expect(await names()).toContain(name);
    await readUntilFrom('primary');
    await servers.resumeReplay();
    await readUntilFrom('replica');
    expect(await names()).toContain(name);
  });

  it('that the replica does not answer are answered by the primary', { timeout: timeoutMs }, async () => {
    await readUntilFrom('replica');
    const name = await add();
    await servers.endSessions();
    expect(await names()).toContain(name);
    await readUntilFrom('replica');
    // What is wrong with a query is reported as without a replica.
    await expect(
      one.replica
        .selectFrom('nothing' as 'agreements')
        .selectAll()
        .execute(),
    ).rejects.toThrow('nothing');
  });

  it('never reach a database that is no replica of this one', { timeout: timeoutMs }, async () => {
    await one.close();
    await servers.promoteReplica();
    one = open(servers.replicaUrl);
    const before = await readsFrom('replica');
    const name = await add();
    for (let round = 0; round < 20; round++) expect(await names()).toContain(name);
    expect(await readsFrom('replica')).toBe(before);
  });
});
