/**
 * Heads of the audit log, on every database: they are written to the log and into the chain, prove what the database alone cannot,
 * outlast a rotation of SECRET_KEY, and cannot be forged. What is planted keeps nothing from being sealed.
 */

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditHead, AuditVerification } from '#api/audit/operations.ts';
import { paths } from '#api/paths.ts';
import { hashOf, recordOf } from '../platform/audit/chain.ts';
import { currentHead, headsIn, isSignedHead } from '../platform/audit/heads.ts';
import { appendServerEvent } from '../platform/audit/recording.ts';
import type { Queries } from '../platform/database/database.ts';
import type { AuditEventRow } from '../platform/database/schema/audit.ts';
import { shardOfAccount } from '../platform/database/shard.ts';
import { checkSecretKey } from '../platform/secret-key-check.ts';
import { rotateSecretKey } from '../platform/secret-key-rotation.ts';
import type { ServiceContext } from '../platform/service-context.ts';
import { createServiceRuntime } from '../platform/service-runtime.ts';
import {
  databaseKinds,
  openRunningServer,
  type RunningServer,
  startTimeoutMs,
} from '../testing/running-server.ts';
import {
  headWriting,
  removeOldest,
  sealEvents,
  startSealing,
  verifyChain,
  verifyWholeChain,
} from './chain-service.ts';
import { compareHeads } from './heads-service.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

describe.each(databaseKinds)('heads of the audit log, %s', (kind) => {
  let server: RunningServer;
  let lines: string[] = [];
  let accounts = 0;

  beforeAll(async () => {
    const log = { level: 'info', to: (line: string) => void lines.push(line) };
    server = await openRunningServer(kind, { worker: false, log });
  }, startTimeoutMs);
  afterAll(() => server.close());

  const write = <T>(work: (tx: Queries) => Promise<T>) => server.ctx.database.write(work);
  const newAccount = () => {
    accounts += 1;
    return `AC${String(accounts).padStart(32, '0')}`;
  };

  async function record(account: string, events = 1, ctx = server.ctx): Promise<void> {
    for (let each = 0; each < events; each += 1) {
      server.advanceClock(1_000);
      await write((tx) => appendServerEvent(ctx, tx, { operation: 'SignInLimited', account }));
    }
  }
  async function chainOf(events: number): Promise<string> {
    const account = newAccount();
    await record(account, events);
    await sealEvents(server.ctx, account);
    return account;
  }
  const rowAt = async (account: string, sequence: number): Promise<AuditEventRow> =>
    server.ctx.database.read
      .selectFrom('audit_events')
      .selectAll()
      .where('account', '=', account)
      .where('sequence', '=', sequence)
      .executeTakeFirstOrThrow();
  const chainRow = (account: string) =>
    server.ctx.database.read
      .selectFrom('audit_chains')
      .selectAll()
      .where('account', '=', account)
      .executeTakeFirstOrThrow();
  const setEnd = (account: string, end: { sequence?: number; hash?: string; head?: string | null }) =>
    write((tx) => tx.updateTable('audit_chains').set(end).where('account', '=', account).execute());
  /** Cuts off the events behind a number, and sets back the end. */
  async function cutBehind(account: string, sequence: number): Promise<void> {
    const { hash } = await rowAt(account, sequence);
    await write((tx) =>
      tx.deleteFrom('audit_events').where('account', '=', account).where('sequence', '>', sequence).execute(),
    );
    await setEnd(account, { sequence, hash: hash ?? '' });
  }
  const runTask = (ctx = server.ctx) =>
    headWriting.run(
      ctx,
      async () => {},
      () => false,
      new AbortController().signal,
    );
  /** What the log has got, of one account. */
  async function headsOf(account: string): Promise<AuditHead[]> {
    const found: AuditHead[] = [];
    for await (const head of headsIn(lines)) if (head.account_sid === account) found.push(head);
    return found;
  }
  const places = (found: Awaited<ReturnType<typeof compareHeads>>) =>
    found.differences.map(({ found: each }) =>
      typeof each === 'string' ? each : [each.sequence, each.problem],
    );
  const verify = async (account: string) =>
    (await verifyWholeChain(server.ctx, account)).breaks.map(({ sequence, problem }) => [sequence, problem]);

  it('are written to the log and into the chain when it has changed, and once a day', async () => {
    const account = await chainOf(3);
    lines = [];
    await runTask();
    await runTask();
    expect((await headsOf(account)).map(({ sequence }) => sequence)).toEqual([3]);
    await record(account, 2);
    await verifyChain(server.ctx, { account });
    await runTask();
    expect((await headsOf(account)).map(({ sequence }) => sequence)).toEqual([3, 5]);
    server.advanceClock(dayMs);
    await runTask();
    const written = await headsOf(account);
    expect(written.map(({ sequence }) => sequence)).toEqual([3, 5, 5]);
    expect(written.every(isSignedHead)).toBe(true);
    const { head } = await chainRow(account);
    expect(JSON.parse(head ?? '')).toEqual(written.at(-1));
    expect(await verify(account)).toEqual([]);
    expect(await compareHeads(server.ctx, lines)).toMatchObject({ differences: [], further: 0 });
  });

  it('are in the answer of the verification, and the same as on the command line', async () => {
    await server.send(paths.invitations, { form: { Email: 'one@people.example', Role: 'viewer' } });
    const { head, breaks } = (await server.send(paths.auditVerification)).json<AuditVerification>();
    expect(breaks).toEqual([]);
    expect(head).toEqual(await currentHead(server.ctx, server.account.account_sid));
    expect(isSignedHead(head as AuditHead)).toBe(true);
    expect((await server.send(paths.auditVerification, { by: server.other })).json().head).toBeNull();
  });

  it('prove that a tail was cut off, also in the database as long as the signed one stands there', async () => {
    const account = await chainOf(6);
    lines = [];
    await runTask();
    await cutBehind(account, 4);
    expect(await verify(account)).toEqual([[5, 'cut']]);
    // What is sealed then is what the head does not name.
    await record(account, 2);
    expect(await verify(account)).toEqual([[6, 'rewritten']]);
    // The next head does not take its place.
    const { head } = await chainRow(account);
    await runTask();
    expect((await chainRow(account)).head).toBe(head);
    expect(lines.filter((line) => line.includes('not as its signed head says'))).toHaveLength(1);
    await setEnd(account, { head: null });
    expect(await verify(account)).toEqual([]);
    const kept = (await headsOf(account)).slice(0, 1).map((each) => JSON.stringify(each));
    expect(places(await compareHeads(server.ctx, kept))).toEqual([[6, 'rewritten']]);
  });

  it('say nothing when somebody else has written them, and nothing of another chain', async () => {
    const [account, other] = [await chainOf(4), await chainOf(9)];
    const [own, foreign] = [await currentHead(server.ctx, account), await currentHead(server.ctx, other)];
    const stranger = createServiceRuntime(
      { ...server.ctx.config, secretKey: 'the key of a stranger' },
      server.ctx.database,
      server.ctx.clock.now,
    ).ctx;
    const forged = [
      await currentHead(stranger, account),
      { ...own, sequence: 9 },
      { ...own, hash: 'f'.repeat(64) },
      { ...own, signature: foreign?.signature },
      { ...own, account_sid: other },
      { signature: 1, sequence: 'x', public_key: own?.public_key },
      { signature: {}, sequence: null, public_key: null },
    ];
    const text = forged.map((each) => JSON.stringify(each)).join('\n');
    const found = places(await compareHeads(server.ctx, [text]));
    // The last one is no single object.
    expect(found).toEqual(['signed by an unknown key', ...Array(5).fill('forged')]);
    for (const head of [...forged, foreign, 'no JSON', 7]) {
      await setEnd(account, { head: JSON.stringify(head) });
      expect(await verify(account)).toEqual([]);
    }
  });

  it('are told from those of a chain that there is not, or whose beginning retention has removed', async () => {
    const account = await chainOf(5);
    const early = JSON.stringify(await currentHead(server.ctx, account));
    server.advanceClock(731 * dayMs);
    await record(account, 2);
    await sealEvents(server.ctx, account);
    expect(await removeOldest(server.ctx, account)).toBe(5);
    const [last] = [JSON.stringify(await currentHead(server.ctx, account))];
    expect(places(await compareHeads(server.ctx, [early, last]))).toEqual([]);
    // The beginning is cut off, as if retention had removed it.
    await write((tx) => tx.deleteFrom('audit_events').where('account', '=', account).execute());
    await record(account);
    await write((tx) =>
      tx
        .updateTable('audit_chains')
        .set({ anchor_sequence: 8, anchor_hash: 'x', sequence: 8, hash: 'x' })
        .where('account', '=', account)
        .execute(),
    );
    expect(places(await compareHeads(server.ctx, [last]))).toEqual([[7, 'missing']]);
    await write((tx) => tx.deleteFrom('audit_chains').where('account', '=', account).execute());
    expect(places(await compareHeads(server.ctx, [last]))).toEqual([[1, 'cut']]);
  });

  it('name at most so many differences, and count the others', async () => {
    const account = await chainOf(2);
    const head = JSON.stringify(await currentHead(server.ctx, account));
    await cutBehind(account, 1);
    const found = await compareHeads(server.ctx, Array(130).fill(head));
    expect([found.heads, found.differences.length, found.further]).toEqual([130, 100, 30]);
  });

  it('names at most so many breaks, counts the others, and goes on in pages', async () => {
    const account = await chainOf(1);
    const first = await rowAt(account, 1);
    const rows: AuditEventRow[] = [];
    for (let sequence = 2; sequence <= 5_400; sequence += 1) {
      const row = { ...first, sequence, sid: `AE${String(sequence).padStart(32, '0')}` };
      const placed = { ...row, previous_hash: rows.at(-1)?.hash ?? first.hash };
      rows.push({ ...placed, hash: hashOf(recordOf(placed)) });
    }
    await write(async (tx) => {
      for (let at = 0; at < rows.length; at += 500)
        await tx
          .insertInto('audit_events')
          .values(rows.slice(at, at + 500))
          .execute();
    });
    await setEnd(account, { sequence: 5_400, hash: rows.at(-1)?.hash ?? '' });
    expect(await verifyWholeChain(server.ctx, account)).toMatchObject({ breaks: [], verified_to: 5_400 });
    await write((tx) =>
      sql`update audit_events set reason = 'x' where account = ${account} and sequence > 4950`.execute(tx),
    );
    const found = await verifyWholeChain(server.ctx, account);
    expect(found.breaks.map(({ sequence }) => sequence)).toEqual(
      Array.from({ length: 100 }, (_, at) => 4_951 + at),
    );
    expect(found).toMatchObject({ further_breaks: 350, broken: { sequence: 4_951, events_after: 449 } });
    // The event at which a page ends is not there.
    await write((tx) =>
      sql`update audit_events set reason = null where account = ${account} and sequence > 4950`.execute(tx),
    );
    const page = await verifyChain(server.ctx, { account });
    expect(page).toMatchObject({ next_after: 5_000, head: null, breaks: [] });
    await write((tx) =>
      tx
        .deleteFrom('audit_events')
        .where('account', '=', account)
        .where('sequence', 'in', [4_999, 5_000])
        .execute(),
    );
    expect((await verifyChain(server.ctx, { account }, 5_000)).breaks).toMatchObject([
      { sequence: 5_000, problem: 'missing' },
    ]);
    expect(await verify(account)).toEqual([[4_999, 'missing']]);
    const files = await server.ctx.database.read
      .selectFrom('audit_events')
      .select('sid')
      .where('account', '=', account)
      .execute();
    expect(files).toHaveLength(5_398);
  });

  it('outlast rotations of SECRET_KEY, and no key that somebody else adds is known', async () => {
    const account = await chainOf(2);
    const processWith = (secretKey: string | null, previousSecretKey: string | null): ServiceContext =>
      createServiceRuntime(
        { ...server.ctx.config, secretKey, previousSecretKey },
        server.ctx.database,
        server.ctx.clock.now,
      ).ctx;
    const wait = async (ms: number) => server.advanceClock(ms);
    const heads: string[] = [];
    const keys = ['the first key of the tests', 'the second key of the tests', 'the third key of the tests'];
    await write((tx) => tx.deleteFrom('agreements').where('name', 'like', 'secret-key%').execute());
    for (const [index, key] of keys.entries()) {
      const ctx = processWith(key, keys[index - 1] ?? null);
      await checkSecretKey(ctx);
      if (index > 0) {
        // Until the rotation begins the key before signs.
        expect((await currentHead(ctx, account))?.public_key).toBe(JSON.parse(heads.at(-1) ?? '').public_key);
        await rotateSecretKey(ctx, wait, () => {});
      }
      heads.push(JSON.stringify(await currentHead(ctx, account)));
    }
    const last = processWith(keys[2] ?? null, null);
    await checkSecretKey(last);
    expect(new Set(heads.map((head) => JSON.parse(head).public_key)).size).toBe(3);
    expect(await compareHeads(last, heads)).toMatchObject({ heads: 3, differences: [] });
    // The signatures of the keys are what counts, not that they stand there.
    const stranger = processWith('the key of a stranger', null);
    const foreign = await currentHead(stranger, account);
    const { value } = await server.ctx.database.read
      .selectFrom('agreements')
      .select('value')
      .where('name', '=', 'signing-keys')
      .executeTakeFirstOrThrow();
    const [known] = JSON.parse(value);
    const written = [
      [{ ...known, public_key: foreign?.public_key }],
      [{ public_key: foreign?.public_key, by: foreign?.public_key, signature: foreign?.signature }],
      [null, 7, { by: known.by }],
      { a: 1 },
    ];
    for (const each of [...written.map((list) => JSON.stringify(list)), 'no JSON']) {
      await write((tx) =>
        tx.updateTable('agreements').set({ value: each }).where('name', '=', 'signing-keys').execute(),
      );
      expect(places(await compareHeads(last, [JSON.stringify(foreign)]))).toEqual([
        'signed by an unknown key',
      ]);
      expect((await verifyChain(last, { account })).breaks).toEqual([]);
    }
  });

  it('what is planted behind the end keeps nothing from being sealed, however much it is', async () => {
    const account = await chainOf(2);
    const last = await rowAt(account, 2);
    const planted = (sequence: number) => ({
      ...{ ...last, sequence, sid: `AE${String(sequence).padStart(32, 'e')}`, object_name: 'Planted' },
    });
    await write(async (tx) => {
      for (let at = 3; at < 25_003; at += 1_000)
        await tx
          .insertInto('audit_events')
          .values(Array.from({ length: 1_000 }, (_, index) => planted(at + index)))
          .execute();
    });
    await record(account, 3);
    expect(await verify(account)).not.toEqual([]);
    const own = await server.ctx.database.read
      .selectFrom('audit_events')
      .select(['sequence', 'previous_hash'])
      .where('account', '=', account)
      .where('object_name', 'is', null)
      .orderBy('sequence')
      .execute();
    expect(own.map(({ sequence }) => sequence)).toEqual([1, 2, 25_003, 25_004, 25_005]);
    expect(own[2]?.previous_hash).toBe(last.hash);
  });

  it('an end that is as far as it can be keeps nothing from being sealed', async () => {
    const account = await chainOf(2);
    for (const sequence of [2 ** 52, 2 ** 52 - 1, 2 ** 53]) {
      await setEnd(account, { sequence });
      await record(account, 3);
      await sealEvents(server.ctx, account);
      const unsealed = await server.ctx.database.read
        .selectFrom('audit_events')
        .select('sid')
        .where('account', '=', account)
        .where('sequence', 'is', null)
        .execute();
      expect(unsealed).toEqual([]);
    }
    expect(await verify(account)).not.toEqual([]);
    expect(
      places(await compareHeads(server.ctx, [JSON.stringify(await currentHead(server.ctx, account))])),
    ).toEqual([]);
  });

  it('events of accounts that cannot be sealed keep no others waiting', async () => {
    const account = newAccount();
    const { database } = server.ctx;
    await record(account);
    const { sid: _, ...row } = await database.read
      .selectFrom('audit_events')
      .selectAll()
      .where('account', '=', account)
      .executeTakeFirstOrThrow();
    // They stand in a shard that is not that of their account, and come before it in the order of accounts.
    await write((tx) =>
      tx
        .insertInto('audit_events')
        .values(
          Array.from({ length: 60 }, (_, index) => {
            const of = `AA${index}`;
            return { ...row, account: of, sid: `AE${of}`, shard: (shardOfAccount(of) + 1) % 256 };
          }),
        )
        .execute(),
    );
    const sealing = startSealing(server.ctx);
    const state = () =>
      database.read.selectFrom('audit_events').select('sequence').where('account', '=', account).execute();
    await expect.poll(state, { timeout: 20_000 }).toEqual([{ sequence: 1 }]);
    await sealing.stop();
    await write((tx) => tx.deleteFrom('audit_events').where('account', 'like', 'AA%').execute());
  });

  it.runIf(kind === 'embedded')('events without a SID keep no others from being sealed', async () => {
    const account = newAccount();
    await record(account);
    await write(async (tx) => {
      for (let each = 0; each < 450; each += 1)
        await sql`insert into audit_events (sid, account, shard, at, operation, actor_kind, changes)
          values (${each % 2 === 0 ? sql`null` : sql`cast(${Buffer.from([65, 255, each % 256, each >> 8])} as text)`},
            ${account}, ${shardOfAccount(account)}, 1, 'x', 'token', '[]')`.execute(tx);
    });
    await record(account);
    await sealEvents(server.ctx, account);
    expect(await chainRow(account)).toMatchObject({ sequence: 2 });
    expect(await verify(account)).toEqual([]);
  });
});
