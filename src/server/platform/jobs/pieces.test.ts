/** Work in pieces: what a transaction holds, and that all of it is done wherever it is cut off. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { cutOffAfter } from '../../testing/cut-off.ts';
import { describeOnEveryDatabase } from '../../testing/every-database.ts';
import { readConfig } from '../config.ts';
import type { Queries } from '../database/database.ts';
import type { JobRow } from '../database/schema/tables.ts';
import { eventLoopTurn } from '../event-loop-turn.ts';
import { createAddressGuard, createOutboundAgent } from '../outbound/address-guard.ts';
import type { ServiceContext } from '../service-context.ts';
import { createServiceRuntime } from '../service-runtime.ts';
import { handlePieces, type Piece, writeInPieces } from './pieces.ts';
import { claimJobs } from './queue.ts';

describeOnEveryDatabase('work in pieces', ({ current }) => {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-pieces-'));
  const agent = createOutboundAgent(createAddressGuard([]));
  let ctx: ServiceContext;
  let now = 1_000_000;
  beforeAll(async () => {
    const config = readConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent' });
    ({ ctx } = createServiceRuntime(config, current(), () => now));
    const account = { sid: 'AC1', name: 'a', user: 'US1', token_hash: 'h', created_at: 0 };
    await current().write((tx) => tx.insertInto('accounts').values(account).execute());
  });
  afterAll(async () => {
    await agent.destroy();
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(() => current().write((tx) => tx.deleteFrom('agreements').execute()));
  afterEach(() => vi.restoreAllMocks());

  /** Whether a turn of the event loop has taken its time, by how often that was asked of it. */
  const timeIsOver = (isSo: (asked: number) => boolean) =>
    vi.spyOn(eventLoopTurn, 'stopwatch').mockImplementation(() => {
      let asked = 0;
      return () => {
        asked += 1;
        return isSo(asked);
      };
    });

  const job = {
    kind: 'execution-batch',
    key: 'execution-batch:test',
    account: 'AC1',
    payload: '{}',
  } as const;
  const note = (tx: Queries, name: string) =>
    tx.insertInto('agreements').values({ name, value: name }).execute();
  const notes = async () => {
    const rows = await current().read.selectFrom('agreements').select('name').orderBy('name').execute();
    return rows.map(({ name }) => name);
  };
  const jobs = () => current().read.selectFrom('jobs').selectAll().execute();
  /** So many numbers from 10 on, one in each piece; of work that was cut off, those that are not there. */
  const numbers =
    (count: number, more: { bytes?: number; act?: () => void } = {}): Piece<number> =>
    async (tx, at) => {
      const found = await tx.selectFrom('agreements').select('name').where('name', '!=', 'decided').execute();
      const nth = at ?? found.length;
      if (nth === count) return { next: null };
      more.act?.();
      await note(tx, String(10 + nth));
      return { next: nth + 1, ...(more.bytes !== undefined && { bytes: more.bytes }) };
    };
  const decide = async (tx: Queries) => {
    await note(tx, 'decided');
    return 'value';
  };
  const tens = (count: number) => Array.from({ length: count }, (_, n) => String(10 + n));
  const claim = async (): Promise<JobRow[]> =>
    claimJobs(current(), { now, leaseUntil: now + 1, limit: 9, share: { perAccount: 9, busy: new Map() } });
  const handle = (piece: Piece<number> | null, row: JobRow | undefined, by = ctx) => {
    if (row === undefined) throw new Error('There is no job.');
    return handlePieces<number>(async () => piece)(by, { agent }, row);
  };

  it('is one transaction without a job where it is small', async () => {
    timeIsOver(() => false);
    expect(await writeInPieces(cutOffAfter(ctx, 1), job, { decide, piece: numbers(3) })).toBe('value');
    expect(await notes()).toEqual([...tens(3), 'decided']);
    expect(await jobs()).toEqual([]);
  });

  it.each([
    ['takes long', {}, (asked: number) => asked > 1, 5],
    ['is of many bytes', { bytes: 2_000_000 }, () => false, 3],
  ])('is several transactions where it %s', async (_, more, isOver, done) => {
    timeIsOver(isOver);
    // The first decides, and does a piece.
    expect(await writeInPieces(cutOffAfter(ctx, 3), job, { decide, piece: numbers(9, more) })).toBe('value');
    expect(await notes()).toEqual([...tens(done), 'decided']);
    const [left] = await jobs();
    expect(left).toMatchObject({ ...job, attempts: 1, problem: null });
    // Nobody else does it meanwhile.
    expect(await claim()).toEqual([]);
    now += 60_000;
    const [claimed] = await claim();
    expect(await handle(numbers(9, more), claimed)).toEqual({ outcome: 'done' });
    expect(await notes()).toEqual([...tens(9), 'decided']);
    expect(await jobs()).toEqual([]);
  });

  it('has a transaction of its own for what takes long to decide', async () => {
    timeIsOver(() => true);
    await writeInPieces(cutOffAfter(ctx, 1), job, { decide, piece: numbers(3) });
    expect(await notes()).toEqual(['decided']);
    now += 60_000;
    const [claimed] = await claim();
    expect(await handle(numbers(3), claimed)).toEqual({ outcome: 'done' });
    expect(await notes()).toEqual([...tens(3), 'decided']);
  });

  it('does nothing that was not decided', async () => {
    const refuse = async (tx: Queries) => {
      await note(tx, 'decided');
      throw new Error('No.');
    };
    await expect(writeInPieces(ctx, job, { decide: refuse, piece: numbers(3) })).rejects.toThrow('No.');
    await expect(writeInPieces(cutOffAfter(ctx, 0), job, { decide, piece: numbers(3) })).rejects.toThrow();
    expect([await notes(), await jobs()]).toEqual([[], []]);
  });

  it('is left to the job after a while, and goes on in several attempts of that', async () => {
    // Each piece takes seven seconds of the clock.
    const leases: number[] = [];
    const slow = numbers(24, { bytes: 2_000_000, act: () => (now += 7_000) });
    const piece: Piece<number> = async (tx, at) => {
      const found = await tx.selectFrom('jobs').select('lease_until').execute();
      leases.push(...found.map(({ lease_until }) => lease_until - now));
      return slow(tx, at);
    };
    await writeInPieces(ctx, job, { decide, piece });
    const done = (await notes()).length - 1;
    expect(done).toBeGreaterThan(7);
    expect(done).toBeLessThan(12);
    // It was leased all the time, and is due now.
    expect(Math.min(...leases)).toBeGreaterThan(0);
    let [claimed] = await claim();
    expect(claimed).toMatchObject({ attempts: 2 });
    const outcomes: string[] = [];
    for (let attempt = 0; attempt < 24 && claimed !== undefined; attempt += 1) {
      const { outcome } = await handle(slow, claimed);
      outcomes.push(outcome);
      if (outcome === 'done') break;
      [claimed] = await jobs();
    }
    expect(outcomes.at(-1)).toBe('done');
    expect(outcomes.length).toBeGreaterThan(2);
    expect(await notes()).toEqual([...tens(24), 'decided']);
    expect(await jobs()).toEqual([]);
  });

  it('ends where nothing is left of what its job is about', async () => {
    await writeInPieces(cutOffAfter(ctx, 1), job, { decide, piece: numbers(9, { bytes: 2_000_000 }) });
    now += 60_000;
    const [claimed] = await claim();
    expect(await handle(null, claimed)).toEqual({ outcome: 'done' });
    expect(await jobs()).toEqual([]);
  });

  it('may be cut off in any of its transactions', async () => {
    for (let commits = 1; commits < 6; commits += 1) {
      await current().write((tx) => tx.deleteFrom('agreements').execute());
      const piece = numbers(5, { bytes: 2_000_000 });
      await writeInPieces(cutOffAfter(ctx, 1), job, { decide, piece });
      now += 60_000;
      const [claimed] = await claim();
      await handle(piece, claimed, cutOffAfter(ctx, commits)).catch(() => {});
      const [again] = await jobs();
      if (again !== undefined) await handle(piece, again);
      expect(await notes()).toEqual([...tens(5), 'decided']);
      expect(await jobs()).toEqual([]);
    }
  });
});
