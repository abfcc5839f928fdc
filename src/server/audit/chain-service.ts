/**
 * Service functions of the hash chain: events are written into it shortly after their commit, verified, and removed from its
 * beginning after their time. Any process may seal: the row of the chain is locked for as long as that takes, and no request that
 * changes something waits for it (docs/decisions/081).
 */

import { joined, maxBreaks } from '#api/audit/breaks.ts';
import type { AuditRecord, AuditVerification } from '#api/audit/operations.ts';
import { wakeAuditSinks } from '../live/sink-service.ts';
import { ChainVerifier, type EventRun, hashOf, recordOf, runOf } from '../platform/audit/chain.ts';
import { emptyChain, eventsBehind, findChain, noNumber } from '../platform/audit/event-store.ts';
import { currentHead } from '../platform/audit/heads.ts';
import type { Queries } from '../platform/database/database.ts';
import { eventLoopTurn } from '../platform/event-loop-turn.ts';
import { type KeyedPoller, startKeyedPoller } from '../platform/jobs/keyed-poller.ts';
import { type MaintenanceTask, passOver, runWhenDue } from '../platform/jobs/maintenance.ts';
import { idleIntervalMs } from '../platform/poll-interval.ts';
import type { Caller, ServiceContext } from '../platform/service-context.ts';
import { isHeadDue, leastKeptMs, storedDifferences, writeHead } from './heads-service.ts';
import {
  accountsToSeal,
  deleteUpTo,
  findInChain,
  listAccountSids,
  listChains,
  listStrays,
  listUnsealed,
  lockChain,
  numbersBehind,
  seal,
  takenAtOnce,
  updateChain,
} from './store.ts';

const sealedAtOnce = 200;
const verifiedAtOnce = 5_000;
const readAtOnce = 500;
const removedAtOnce = 500;
const chainsAtOnce = 1_000;

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** How long events are kept where an account says nothing: 24 months. */
const keptMs = 730 * dayMs;

/** Writes events into their chains as soon as they are committed, and those that another process left behind. */
export function startSealing(ctx: ServiceContext): KeyedPoller {
  let last: string | null = null;
  return startKeyedPoller(ctx, {
    name: 'the audit log',
    work: 'audit',
    dueKeys: async (limit) => {
      // One after the other, so that those whose events cannot be sealed keep no others waiting.
      const keys = await accountsToSeal(ctx.database.read, last, limit);
      last = keys.length < limit ? null : (keys.at(-1) ?? null);
      return { keys, delayMs: idleIntervalMs(ctx.database) };
    },
    async process(account) {
      await sealEvents(ctx, account);
      return null;
    },
  });
}

/** Writes all events of an account that can be seen into its chain. */
export async function sealEvents(ctx: ServiceContext, account: string): Promise<void> {
  const some = await listUnsealed(ctx.database.read, account, { limit: 1, offset: 0 });
  for (let [unsealable, isMore] = [0, some.length > 0]; isMore; ) {
    const sealed = await sealSome(ctx, account, unsealable);
    if (sealed.count > 0) ctx.wake('turns');
    ({ unsealable, isMore } = sealed);
  }
}

type Sealed = { count: number; unsealable: number; isMore: boolean };

/** `unsealable`: so many of the oldest are not found by their SIDs, which somebody else has written. */
async function sealSome(ctx: ServiceContext, account: string, unsealable: number): Promise<Sealed> {
  return ctx.database.write(async (tx) => {
    const chain = await lockChain(tx, account);
    const events = await listUnsealed(tx, account, { limit: sealedAtOnce, offset: unsealable });
    const done: Sealed = { count: 0, unsealable, isMore: events.length === sealedAtOnce };
    if (events.length === 0) return done;
    let { sequence, hash } = chain;
    // Of an event that was added: its number is left to it, and verification names it.
    const numbers = await numbersBehind(tx, account, sequence);
    const taken = new Set(numbers);
    const known = numbers.length < takenAtOnce ? noNumber : Math.max(...numbers);
    for (const event of events) {
      let next = sequence + 1;
      while (taken.has(next)) next += 1;
      if (next > known) {
        [sequence, done.isMore] = [known, true];
        break;
      }
      const placed = { ...event, sequence: next, previous_hash: hash };
      const sealed = { ...placed, hash: hashOf(recordOf(placed)) };
      if (await seal(tx, account, sealed)) {
        [sequence, hash] = [next, sealed.hash];
        done.count += 1;
      } else done.unsealable += 1;
    }
    await updateChain(tx, account, { sequence, hash });
    if (done.count > 0) await wakeAuditSinks(tx, account, ctx.clock.now(), chain.sequence);
    return done;
  });
}

type Verified = Omit<AuditVerification, 'account_sid'>;

/**
 * Verifies some thousand events behind a number, and names everything that is not whole; from the oldest one where none is given.
 * Events that are in no chain yet are written into it first.
 */
export async function verifyChain(
  ctx: ServiceContext,
  { account }: Pick<Caller, 'account'>,
  afterSequence = 0,
): Promise<Verified> {
  await sealEvents(ctx, account);
  const { read } = ctx.database;
  const chain = (await findChain(read, account)) ?? emptyChain;
  const { sequence: end, anchor_sequence: anchor } = chain;
  const after = Math.max(afterSequence, anchor);
  // A number that there is not is the first that is missing, unless it is behind the end.
  const [before] = after === anchor ? [] : await findInChain(read, account, [after]);
  const start = { sequence: after === anchor || after > end ? after : after - 1, hash: null };
  const verifier = new ChainVerifier(
    before ? recordOf(before) : { ...start, ...(after === anchor && { hash: chain.anchor_hash }) },
  );
  const beyond: EventRun[] = [];
  let [last, isOver] = [after, false];
  for (let looked = 0; looked < verifiedAtOnce && !isOver; ) {
    await eventLoopTurn.enter();
    const rows = await eventsBehind(read, account, last, Math.min(readAtOnce, verifiedAtOnce - looked));
    for (const record of rows.map(recordOf)) {
      if (Number(record.sequence) <= end) verifier.follow(record);
      else addToRuns(beyond, record);
    }
    last = rows.at(-1)?.sequence ?? last;
    looked += rows.length;
    isOver = rows.length === 0;
  }
  if (isOver) verifier.finish(chain);
  // Meanwhile others have sealed events, and removed those whose time was over.
  const now = (await findChain(read, account)) ?? chain;
  const stretch = { anchor: after === anchor ? anchor : null, after, upTo: isOver ? null : last };
  const strays: EventRun[] = [];
  for (const record of (await listStrays(read, account, stretch, maxBreaks + 1)).map(recordOf))
    addToRuns(strays, { ...record, sequence: Math.floor(record.sequence ?? 0) });
  for (const run of [...beyond.filter(({ sequence }) => sequence > now.sequence), ...strays])
    verifier.note('added', run);
  const breaks = [
    ...verifier.breaks.filter(
      (each) => each.sequence > now.anchor_sequence || now.anchor_sequence === anchor,
    ),
    ...(isOver ? await storedDifferences(ctx, account, now.head) : []),
  ]
    .sort((one, other) => one.sequence - other.sequence)
    .map((each) => ({ ...each, events_after: Math.max(0, end - each.sequence - each.events + 1) }));
  return {
    events: end - anchor,
    verified_to: verifier.whole?.sequence ?? Math.min(after, end),
    next_after: isOver ? null : last,
    broken: breaks[0] ?? null,
    breaks: breaks.slice(0, maxBreaks),
    further_breaks: verifier.further + Math.max(0, breaks.length - maxBreaks),
    head: isOver ? await currentHead(ctx, account) : null,
    kept_days: (chain.kept_ms ?? keptMs) / dayMs,
  };
}

function addToRuns(runs: EventRun[], record: AuditRecord): void {
  const run = runs.at(-1);
  if (run !== undefined && run.sequence + run.events === record.sequence) run.events += 1;
  else runs.push(runOf(record));
}

/** Verifies a whole chain, such as on the command line. */
export async function verifyWholeChain(ctx: ServiceContext, account: string): Promise<Verified> {
  let found: Verified | undefined;
  do found = joined(found, await verifyChain(ctx, { account }, found?.next_after ?? undefined));
  while (found.next_after !== null);
  return found;
}

async function* chainsOf({ database }: ServiceContext) {
  for (let behind: string | null = null; ; ) {
    const chains = await listChains(database.read, behind, chainsAtOnce);
    yield* chains;
    behind = chains.at(-1)?.account ?? null;
    if (chains.length < chainsAtOnce) return;
  }
}

/** The accounts that have a chain or may have lost the end of one, and '' for the installation. */
export async function listChainAccounts(ctx: ServiceContext): Promise<ReadonlySet<string>> {
  const all = new Set(['', ...(await listAccountSids(ctx.database.read))]);
  for await (const { account } of chainsOf(ctx)) all.add(account);
  return all;
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
      for await (const { account } of chainsOf(ctx)) {
        const remove = async () => {
          while ((await removeOldest(ctx, account)) === removedAtOnce && !isStopping()) await pause();
        };
        await remove().catch((error) => passOver(ctx, 'audit log', error));
        if (isStopping()) return;
      }
    }),
};

/** Every process does it, as a lease in the database could be taken by one who writes there. */
export const headWriting: MaintenanceTask = {
  name: 'heads of the audit log',
  // The hour that is promised, with room for a run.
  intervalMs: () => hourMs / 2,
  async run(ctx, pause, isStopping) {
    for await (const { account, hash } of chainsOf(ctx)) {
      if (isHeadDue(ctx, account, hash)) {
        const write = async () => {
          // What has waited for that is dated before the head.
          await sealEvents(ctx, account);
          await writeHead(ctx, account);
        };
        await write().catch((error) => passOver(ctx, headWriting.name, error));
        await pause();
      }
      if (isStopping()) return;
    }
  },
};

/** How many. */
export async function removeOldest(ctx: ServiceContext, account: string): Promise<number> {
  return ctx.database.write(async (tx) => {
    const chain = await lockChain(tx, account);
    const before = ctx.clock.now() - Math.max(chain.kept_ms ?? keptMs, leastKeptMs);
    const oldest = await eventsBehind(tx, account, chain.anchor_sequence, removedAtOnce);
    const young = oldest.findIndex(({ at }) => at >= before);
    // A time that is none says nothing.
    const last = oldest.slice(0, young === -1 ? oldest.length : young).findLast(({ at }) => at >= 0);
    if (last?.sequence == null) return 0;
    const hash = recordOf(last).hash ?? hashOf(recordOf(last));
    await deleteUpTo(tx, account, last.sequence);
    await updateChain(tx, account, { anchor_sequence: last.sequence, anchor_hash: hash });
    return oldest.indexOf(last) + 1;
  });
}
