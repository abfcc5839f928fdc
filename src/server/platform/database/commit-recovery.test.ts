/** What is known about a commit that was sent and not answered. */

import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RestartablePostgres } from '../../testing/restartable-postgres.ts';
import { beginWithXid, didCommit } from './commit-recovery.ts';
import { openPostgres } from './postgres.ts';
import type { Client, Pool } from './postgres-connection.ts';

describe('a commit that gets no response', () => {
  let server: RestartablePostgres;
  let pool: pg.Pool;
  const error = new Error('cut off');

  beforeAll(async () => {
    server = await RestartablePostgres.start();
    pool = new pg.Pool({ connectionString: server.url });
    pool.on('error', () => {});
    pool.on('connect', (client) => void client.on('error', () => {}));
    await pool.query('create table notes (text text)');
  }, 60_000);
  afterAll(async () => {
    await pool.end();
    await server.remove();
  });

  const asPool = () => pool as unknown as Pool;
  /** A transaction that has written something and not ended. */
  const begun = async () => {
    const client = await pool.connect();
    const noted = await beginWithXid(client as unknown as Client);
    await client.query("insert into notes values ('x')");
    return { client, noted };
  };

  it('happened when the server says so', async () => {
    const { client, noted } = await begun();
    await client.query('commit');
    client.release();
    expect(await didCommit(asPool(), { transaction: noted, error })).toBe(true);
  });

  it('did not happen when the transaction was taken back, or lost in a crash', async () => {
    const { client, noted } = await begun();
    await client.query('rollback');
    client.release();
    expect(await didCommit(asPool(), { transaction: noted, error })).toBe(false);
    const lost = await begun();
    await server.crash();
    await server.boot();
    lost.client.release();
    expect(await didCommit(asPool(), { transaction: lost.noted, error })).toBe(false);
  }, 60_000);

  it('cannot be known once a crash may have given its number to another', async () => {
    const { client, noted } = await begun();
    await client.query('commit');
    client.release();
    await server.crash();
    await server.boot();
    await expect(didCommit(asPool(), { transaction: noted, error })).rejects.toThrow('not known whether');
  }, 60_000);

  it('is looked up by the write that it belongs to, which is done again when it did not happen', async () => {
    const database = openPostgres(server.url, 2);
    let runs = 0;
    // A deferred trigger ends the session while the commit is under way.
    await pool.query(`
      create function cut() returns trigger language plpgsql as
        $$ begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$;
      create constraint trigger cut after insert on notes deferrable initially deferred
        for each row when (new.text = 'cut') execute function cut()`);
    const write = database.write(async (tx) => {
      runs += 1;
      const text = runs === 1 ? 'cut' : 'whole';
      await sql`insert into notes values (${text})`.execute(tx);
      return text;
    });
    expect(await write).toBe('whole');
    const { rows } = await pool.query("select text from notes where text <> 'x'");
    expect(rows).toEqual([{ text: 'whole' }]);
    await database.close();
  }, 60_000);
});
