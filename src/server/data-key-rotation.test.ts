/** Contact data is encrypted over a database with rows, by keys that are replaced while processes run, and stays readable. */

import { type RawBuilder, sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { paths } from '#api/paths.ts';
import { survey } from './flows/testing/flows.ts';
import { followDataKeys, followMs, rotateDataKey } from './platform/data-key-rotation.ts';
import { StoredCell, unreadable } from './platform/database/cell-cipher.ts';
import { copyFromPostgres } from './platform/database/copy-from-postgres.ts';
import { copyToPostgres } from './platform/database/copy-to-postgres.ts';
import { insertDataKey } from './platform/database/data-keys.ts';
import { openPostgres } from './platform/database/postgres.ts';
import { contactData } from './platform/database/schema/contact-data.ts';
import { shardOfExecution } from './platform/database/shard.ts';
import { buildServer } from './platform/http/server.ts';
import type { ServiceContext } from './platform/service-context.ts';
import { createServiceRuntime } from './platform/service-runtime.ts';
import { routeTable } from './routes.ts';
import { insertTask } from './services/task-store.ts';
import { sharedTestPostgres, withClient } from './testing/postgres.ts';
import {
  databaseKinds,
  openRunningServer,
  type RunningServer,
  startTimeoutMs,
} from './testing/running-server.ts';
import { basicAuthorization } from './testing/server.ts';

const noWait = async () => {};

describe.each(databaseKinds)('the encryption of contact data, %s', (kind) => {
  let server: RunningServer;
  let flow = '';
  const lines: string[] = [];

  beforeAll(async () => {
    server = await openRunningServer(kind, { log: { level: 'error', to: (line) => void lines.push(line) } });
    flow = await server.addFlow(survey);
  }, startTimeoutMs);
  afterAll(() => server.close());
  afterEach(() => void vi.useRealTimers());

  /** The process begins with that setting, and knows no key but those in the database. */
  async function processWith(encryptContactData: boolean): Promise<ServiceContext> {
    const { config, database, clock } = server.ctx;
    const { ctx } = createServiceRuntime({ ...config, encryptContactData }, database, clock.now, {
      write: (line) => void lines.push(line),
    });
    (await followDataKeys(ctx)).stop();
    return ctx;
  }

  /** A conversation, with a task and an object; gives its execution. */
  async function plant(text: string, nth: number, parts = ['a', 'b']): Promise<string> {
    const From = server.contact();
    for (const part of parts) {
      const MessageSid = `SM${String(nth).padStart(31, '0')}${part}`;
      const response = await server.postWebhook(flow, {
        ...{ MessageSid, From, To: '+15005550077', Body: `${text} ${part}` },
      });
      expect(response.statusCode, response.body).toBe(200);
    }
    const form = { Name: `notes ${nth}`, Data: JSON.stringify({ text }) };
    expect((await server.send(paths.syncObjects, { form })).statusCode).toBe(200);
    const { sid } = await server.ctx.database.read
      .selectFrom('executions')
      .select('sid')
      .where('contact', '=', From)
      .executeTakeFirstOrThrow();
    const owner = { account: server.account.account_sid, shard: shardOfExecution(sid) };
    const of = { ...owner, flow, execution: sid, created_at: 1 };
    await server.ctx.database.write((tx) =>
      insertTask(tx, {
        ...{ ...of, sid: `WT${String(nth).padStart(32, '0')}`, effect: 'e', widget: 'w', updated_at: null },
        ...{ workflow: text, channel: text, attributes: JSON.stringify({ text }), priority: '1' },
        status: 'completed',
      }),
    );
    return sid;
  }

  /** Columns that have the text as it is in the database. */
  async function storedIn(text: string, read = server.ctx.database.read): Promise<string[]> {
    const found: string[] = [];
    for (const [table, { encrypted }] of Object.entries(contactData))
      for (const column of encrypted.filter((each) => each !== 'bytes')) {
        const { rows } = await sql<{ cell: string }>`
          select '=' || ${sql.ref(column)} as cell from ${sql.table(table)}`.execute(read);
        if (rows.some(({ cell }) => cell?.includes(text))) found.push(`${table}.${column}`);
      }
    return found;
  }

  const isReadable = async (execution: string, text: string) =>
    expect(JSON.stringify(await server.view(flow, execution)).includes(text), text).toBe(true);

  const keysOfRows = async () => {
    const { rows } = await sql<{ key: string }>`
      select distinct substr('=' || body, 3, 2) as key from messages where body <> ''`.execute(
      server.ctx.database.read,
    );
    return rows.map(({ key }) => key).sort();
  };

  it('is turned on over rows, cut off and called again, replaced, and turned off', async () => {
    const first = await plant('plain-kettle', 1);
    for (let nth = 2; nth < 12; nth += 1) await plant(`plain-kettle-${nth}`, nth);
    const before = await storedIn('plain-kettle');
    for (const place of ['messages.body', 'executions.context', 'sync_objects.data', 'tasks.workflow'])
      expect(before).toContain(place);
    expect(before).toContain('steps.changes');

    const ctx = await processWith(true);
    const encrypted = await plant('sealed-kettle', 20);
    expect(await storedIn('sealed-kettle')).toEqual([]);
    expect(await storedIn('plain-kettle')).toEqual(before);

    let writes = 0;
    const database = {
      ...ctx.database,
      write: ((...args: Parameters<typeof ctx.database.write>) => {
        writes += 1;
        if (writes > 2) throw new Error('killed');
        return ctx.database.write(...args);
      }) as typeof ctx.database.write,
    };
    await expect(rotateDataKey({ ...ctx, database }, noWait, () => {})).rejects.toThrow('killed');
    const left = await storedIn('plain-kettle');
    expect(left.length).toBeGreaterThan(0);
    expect(left.length).toBeLessThan(before.length);

    const said: string[] = [];
    const end = await rotateDataKey(ctx, noWait, (line) => void said.push(line));
    // The key of the one that was cut off.
    expect(end).toMatch(/^[1-9]\d* rows were encrypted with data key 2/);
    expect(said.some((line) => /^\d+\tmessages$/.test(line))).toBe(true);
    expect(await storedIn('plain-kettle')).toEqual([]);
    expect(await keysOfRows()).toEqual(['2:']);
    await isReadable(first, 'plain-kettle');
    await isReadable(encrypted, 'sealed-kettle');

    // Two at once, while contacts write.
    const both = Promise.all([rotateDataKey(ctx, noWait, () => {}), rotateDataKey(ctx, noWait, () => {})]);
    const meanwhile = await plant('between-kettle', 30);
    expect((await both).every((each) => /with data key [34]\./.test(each))).toBe(true);
    await rotateDataKey(ctx, noWait, () => {});
    expect(await keysOfRows()).toHaveLength(1);
    await isReadable(meanwhile, 'between-kettle');

    const off = await processWith(false);
    const plain = await plant('open-kettle', 40);
    expect(await storedIn('open-kettle')).toContain('messages.body');
    for (const [sid, text] of [
      [first, 'plain-kettle'],
      [encrypted, 'sealed-kettle'],
      [plain, 'open-kettle'],
    ] as const)
      await isReadable(sid, text);
    await expect(rotateDataKey(off, noWait, () => {})).rejects.toThrow('Set ENCRYPT_CONTACT_DATA=1');
  }, 120_000);

  it.runIf(kind === 'embedded')(
    'stops with a sentence when the disk is full, and goes on afterwards',
    async () => {
      await processWith(false);
      const texts = Array.from({ length: 8 }, (_, nth) => `${'wide-kettle '.repeat(400)}${nth}`);
      const executions: string[] = [];
      for (const [nth, text] of texts.entries()) executions.push(await plant(text, 80 + nth));
      const ctx = await processWith(true);
      const { write } = ctx.database;
      const limitPages = (pages: RawBuilder<unknown>) =>
        write((tx) => sql`pragma max_page_count = ${pages}`.execute(tx));
      const { rows } = await write((tx) => sql<{ page_count: number }>`pragma page_count`.execute(tx));
      // The file has no more room than a few rows need that are encrypted.
      await limitPages(sql.lit((rows[0]?.page_count ?? 0) + 2));
      await expect(rotateDataKey(ctx, noWait, () => {})).rejects.toThrow(
        /^The disk of the database is full\. What was changed before stays, and nothing is lost: call it again .*, and it goes on\.$/,
      );
      for (const [nth, sid] of executions.entries()) await isReadable(sid, texts[nth] ?? '');
      expect(await storedIn('wide-kettle')).not.toEqual([]);
      const begun = ctx.database.cells.currentKey;
      await limitPages(sql.lit(0x7fff_ffff));
      expect(await rotateDataKey(ctx, noWait, () => {})).toContain(`encrypted with data key ${begun}.`);
      expect(await storedIn('wide-kettle')).toEqual([]);
      for (const [nth, sid] of executions.entries()) await isReadable(sid, texts[nth] ?? '');
    },
  );

  it.runIf(kind === 'embedded')(
    'goes with a move to PostgreSQL, and from there to another one',
    async () => {
      const ctx = await processWith(true);
      const sid = await plant('moved-kettle', 90);
      const postgres = sharedTestPostgres();
      try {
        const [first, second] = [await postgres.create(), await postgres.create()];
        await copyToPostgres(ctx.config.dataDir, first, 1, () => {});
        await expectMoved(ctx, first, sid);
        // PostgreSQL ends a session a moment after its client has gone.
        const sessions = `select 1 from pg_stat_activity where datname = current_database() and application_name = 'patchbay'`;
        await expect
          .poll(() => withClient(first, async (client) => (await client.query(sessions)).rowCount))
          .toBe(0);
        const place = { dataDir: ctx.config.dataDir, databaseUrl: second, databasePool: 2 };
        await copyFromPostgres(first, place, 1, () => {});
        await expectMoved(ctx, second, sid);
      } finally {
        await postgres.stop();
      }
    },
    120_000,
  );

  /** A process on that PostgreSQL serves the texts, which its columns do not have. */
  async function expectMoved({ config, clock }: ServiceContext, url: string, sid: string): Promise<void> {
    const database = openPostgres(url);
    const { ctx } = createServiceRuntime(config, database, clock.now, { write() {} });
    (await followDataKeys(ctx)).stop();
    const app = await buildServer(ctx, routeTable);
    try {
      const headers = { host: 'flows.test', authorization: basicAuthorization(server.account) };
      for (const path of [paths.executionView(flow, sid), `${paths.messages}?PageSize=100`]) {
        const { body, statusCode } = await app.inject({ url: path, headers });
        expect(statusCode, body).toBe(200);
        expect(body).toContain('moved-kettle');
        expect(body).not.toContain(unreadable);
      }
      expect(await storedIn('moved-kettle', database.read)).toEqual([]);
    } finally {
      await app.close();
      await database.close();
    }
  }

  it.each([true, false])(
    'keeps a text that begins as a cell does, where it is turned on: %s',
    async (isOn) => {
      await processWith(isOn);
      const text = '\u00011:tAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';
      const sid = await plant(text, isOn ? 50 : 51);
      await isReadable(sid, JSON.stringify(text).slice(1, -1));
    },
  );

  it('shows a damaged cell, and one of a missing key, as such: the list goes on, the flow does not', async () => {
    await processWith(true);
    const [broken, whole] = [await plant('damaged-kettle', 60, ['a']), await plant('whole-kettle', 61)];
    lines.length = 0;
    const replace = (cell: string) =>
      server.ctx.database.write(async (tx) => {
        const stored = new StoredCell(cell) as unknown as string;
        await tx
          .updateTable('messages')
          .set({ body: sql`${stored}` })
          .where('execution', '=', broken)
          .execute();
        await tx
          .updateTable('executions')
          .set({ context: sql`${new StoredCell(cell.replace(':t', ':o')) as unknown as string}` })
          .where('sid', '=', broken)
          .execute();
      });
    for (const cell of [`\u00011:t${'A'.repeat(60)}`, `\u000199:t${'A'.repeat(60)}`]) {
      await replace(cell);
      const response = await server.send(`${paths.messages}?PageSize=100`);
      expect(response.statusCode).toBe(200);
      expect(response.body).toContain(unreadable);
      expect(response.body).toContain('whole-kettle');
    }
    expect(lines.some((line) => line.includes('cannot be decrypted'))).toBe(true);
    expect((await server.view(flow, whole)).execution).toBeDefined();
    const row = await server.ctx.database.read
      .selectFrom('executions')
      .select(['contact', 'version'])
      .where('sid', '=', broken)
      .executeTakeFirstOrThrow();
    const MessageSid = `SM${'6'.repeat(32)}`;
    const refused = await server.postWebhook(flow, {
      MessageSid,
      From: row.contact,
      To: '+15005550077',
      Body: 'next',
    });
    expect(refused.statusCode).toBe(500);
    const after = await server.ctx.database.read
      .selectFrom('executions')
      .select('version')
      .where('sid', '=', broken)
      .executeTakeFirstOrThrow();
    expect(after.version).toBe(row.version);
  });

  it('follows a newer key, and reads one that it has not heard of', async () => {
    const ctx = await processWith(true);
    const { cells } = ctx.database;
    const before = cells.currentKey ?? 0;
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const following = await followDataKeys(ctx);
    const key = ctx.secrets.encrypt(cells.newKey());
    await ctx.database.write((tx) => insertDataKey(tx, { id: before + 1, key, created_at: 1 }));
    await expect
      .poll(() => {
        vi.advanceTimersByTime(followMs);
        return cells.currentKey;
      })
      .toBe(before + 1);
    following.stop();
    vi.useRealTimers();
    const sid = await plant('newer-kettle', 70);
    expect(await keysOfRows()).toContain(`${before + 1}:`.slice(0, 2));
    // All keys are forgotten, as by a process that has just begun.
    createServiceRuntime({ ...ctx.config, encryptContactData: true }, server.ctx.database, ctx.clock.now);
    expect(cells.currentKey).toBeNull();
    const refused = await server.postWebhook(flow, {
      ...{ MessageSid: `SM${'7'.repeat(32)}`, From: server.contact(), To: '+15005550077', Body: 'x' },
    });
    expect(refused.statusCode).toBe(500);
    await isReadable(sid, 'newer-kettle');
    expect(cells.currentKey).toBe(before + 1);
  });
});
