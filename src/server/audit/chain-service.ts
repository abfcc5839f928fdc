/**
 * Service functions of the hash chain: events are written into it shortly after their commit, verified, and removed from its
 * beginning after their time. Any process may seal: the row of the chain is locked for as long as that takes, and no request that
 * changes something waits for it (docs/decisions/081).
 */

import type { AuditRecord, AuditVerification } from '#api/audit/operations.ts';
import { wakeAuditSinks } from '../live/sink-service.ts';
import { ChainVerifier, firstHash, hashOf, recordOf } from '../platform/audit/chain.ts';
import { eventsBehind, findChain } from '../platform/audit/event-store.ts';
import type { Queries } from '../platform/database/database.ts';
import type { AuditEventRow } from '../platform/database/schema/audit.ts';
import { type KeyedPoller, startKeyedPoller } from '../platform/jobs/keyed-poller.ts';
import { type MaintenanceTask, passOver, runWhenDue } from '../platform/jobs/maintenance.ts';
import { idleIntervalMs } from '../platform/poll-interval.ts';
import type { Caller, ServiceContext } from '../platform/service-context.ts';
import {
  accountsToSeal,
  deleteUpTo,
  findInChain,
  listChains,
  listUnsealed,
  lockChain,
  numbersBehind,
  seal,
  updateChain,
} from './store.ts';

const sealedAtOnce = 200;
const verifiedAtOnce = 5_000;
const readAtOnce = 1_000;
const removedAtOnce = 500;

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** How long events are kept where an account says nothing: 24 months. */
const keptMs = 730 * dayMs;

/** Writes events into their chains as soon as they are committed, and those that another process left behind. */
export function startSealing(ctx: ServiceContext): KeyedPoller {
  return startKeyedPoller(ctx, {
    name: 'the audit log',
    work: 'audit',
    dueKeys: async (limit) => ({
      keys: await accountsToSeal(ctx.database.read, limit),
      delayMs: idleIntervalMs(ctx.database),
    }),
    async process(account) {
      await sealEvents(ctx, account);
      return null;
    },
  });
}

/** Writes all events of an account that can be seen into its chain. */
export async function sealEvents(ctx: ServiceContext, account: string): Promise<void> {
  while ((await sealSome(ctx, account)) === sealedAtOnce);
}

/** How many. */
async function sealSome(ctx: ServiceContext, account: string): Promise<number> {
  const count = await ctx.database.write(async (tx) => {
    const chain = await lockChain(tx, account);
    const events = await listUnsealed(tx, account, sealedAtOnce);
    let { sequence, hash } = chain;
    // Of an event that was added: its number is left to it, and verification stops there.
    const taken = new Set(events.length > 0 ? await numbersBehind(tx, account, sequence) : []);
    for (const event of events) {
      do sequence += 1;
      while (taken.has(sequence));
      const placed = { ...event, sequence, previous_hash: hash };
      hash = hashOf(recordOf(placed));
      await seal(tx, { ...placed, hash });
    }
    if (events.length > 0) {
      await updateChain(tx, account, { sequence, hash });
      await wakeAuditSinks(tx, account, ctx.clock.now());
    }
    return events.length;
  });
  if (count > 0) ctx.wake('turns');
  return count;
}

/**
 * Verifies some thousand events behind a number, which was verified before; from the oldest one where none is given. Events
 * that are in no chain yet are written into it first.
 */
export async function verifyChain(
  ctx: ServiceContext,
  { account }: Pick<Caller, 'account'>,
  afterSequence?: number,
): Promise<Omit<AuditVerification, 'account_sid'>> {
  await sealEvents(ctx, account);
  const { read } = ctx.database;
  const chain = await findChain(read, account);
  const anchor = { sequence: chain?.anchor_sequence ?? 0, hash: chain?.anchor_hash ?? firstHash };
  const end = chain?.sequence ?? 0;
  const after = Math.min(Math.max(afterSequence ?? 0, anchor.sequence), end);
  const [before] = after === anchor.sequence ? [] : await findInChain(read, account, [after]);
  const verifier = new ChainVerifier(
    before === undefined ? anchor : { sequence: after, hash: before.hash ?? '' },
  );
  let whole: AuditRecord | null = before === undefined ? null : recordOf(before);
  for (let looked = 0; looked < verifiedAtOnce && verifier.broken === null; ) {
    const rows = await eventsBehind(
      read,
      account,
      after + looked,
      Math.min(readAtOnce, verifiedAtOnce - looked),
    );
    const own = rows.filter(({ sequence }) => Number(sequence) <= end);
    for (const record of own.map(recordOf)) if (verifier.follow(record)) whole = record;
    looked += own.length;
    const beyond = rows[own.length];
    if (beyond === undefined && rows.length > 0) continue;
    // Removed from the end: the chain says how far it went.
    if (verifier.end.sequence < end) verifier.missing();
    else if (beyond !== undefined && (await isAdded(read, beyond)))
      verifier.added({ ...beyond, sequence: Number(beyond.sequence) });
    break;
  }
  const { broken } = verifier;
  const isWhole =
    verifier.end.sequence !== end || verifier.end.hash === chain?.hash || end === anchor.sequence;
  return {
    events: end - anchor.sequence,
    verified_to: verifier.end.sequence,
    next_after: broken === null && verifier.end.sequence < end ? verifier.end.sequence : null,
    broken:
      broken === null && isWhole
        ? null
        : {
            sequence: broken?.sequence ?? end,
            sid: broken === null ? (whole?.sid ?? null) : broken.sid,
            problem: broken?.problem ?? 'changed',
            hash: broken === null ? (chain?.hash ?? null) : broken.hash,
            computed_hash: broken === null ? verifier.end.hash : broken.computed,
            events_after: end - (broken?.sequence ?? end),
            date_whole: whole?.date ?? null,
          },
    kept_days: (chain?.kept_ms ?? keptMs) / dayMs,
  };
}

/** Whether an event has a number that its chain has not reached: none that has been sealed meanwhile. */
async function isAdded(db: Queries, { account, sequence }: AuditEventRow): Promise<boolean> {
  return ((await findChain(db, account))?.sequence ?? 0) < Number(sequence);
}

/** Verifies a whole chain, such as on the command line. */
export async function verifyWholeChain(
  ctx: ServiceContext,
  account: string,
): Promise<Omit<AuditVerification, 'account_sid'>> {
  for (let after: number | undefined; ; ) {
    const found = await verifyChain(ctx, { account }, after);
    if (found.next_after === null) return found;
    after = found.next_after;
  }
}

/** The accounts that have a chain, and '' where the installation has one. */
export async function listChainAccounts(ctx: ServiceContext): Promise<string[]> {
  return (await listChains(ctx.database.read)).map(({ account }) => account);
}

/** For how many days the events of an account are kept. */
export async function fetchKeptDays(ctx: ServiceContext, account: string): Promise<number> {
  return ((await findChain(ctx.database.read, account))?.kept_ms ?? keptMs) / dayMs;
}

export async function setKeptDays(tx: Queries, account: string, days: number): Promise<void> {
  await lockChain(tx, account);
  await updateChain(tx, account, { kept_ms: days * dayMs });
}

/**
 * Removes events after their time, from the beginning of each chain: those before the first that is young enough. The chain
 * keeps the hash of the last one, so that the rest can be verified.
 */
export const auditCleanup: MaintenanceTask = {
  name: 'audit log',
  intervalMs: () => hourMs,
  run: (ctx, pause, isStopping) =>
    runWhenDue(ctx, { name: 'audit', intervalMs: hourMs }, async () => {
      for (const account of await listChainAccounts(ctx)) {
        const remove = async () => {
          while ((await removeOldest(ctx, account)) === removedAtOnce && !isStopping()) await pause();
        };
        await remove().catch((error) => passOver(ctx, 'audit log', error));
        if (isStopping()) return;
      }
    }),
};

/** How many. */
export async function removeOldest(ctx: ServiceContext, account: string): Promise<number> {
  return ctx.database.write(async (tx) => {
    const chain = await lockChain(tx, account);
    const before = ctx.clock.now() - (chain.kept_ms ?? keptMs);
    const oldest = await eventsBehind(tx, account, chain.anchor_sequence, removedAtOnce);
    const young = oldest.findIndex(({ at }) => at >= before);
    const removed = young === -1 ? oldest : oldest.slice(0, young);
    const last = removed.at(-1);
    if (last?.sequence == null || last.hash === null) return 0;
    await deleteUpTo(tx, account, last.sequence);
    await updateChain(tx, account, { anchor_sequence: last.sequence, anchor_hash: last.hash });
    return removed.length;
  });
}
