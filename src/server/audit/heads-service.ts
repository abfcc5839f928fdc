/**
 * Service functions of signed heads: written outside of the database, and compared with what a chain has become
 * (docs/decisions/081).
 */

import { maxBreaks } from '#api/audit/breaks.ts';
import type { AuditHead } from '#api/audit/operations.ts';
import { auditDays } from '#api/system/audit-days.ts';
import { type ChainBreak, recordOf, runOf } from '../platform/audit/chain.ts';
import { emptyChain, findChain } from '../platform/audit/event-store.ts';
import { currentHead, headsIn, isSignedHead, readHead } from '../platform/audit/heads.ts';
import { dropOldest } from '../platform/drop-oldest.ts';
import { perServer } from '../platform/per-server.ts';
import type { ServiceContext } from '../platform/service-context.ts';
import { signingKeys } from '../platform/signing-keys.ts';
import { findInChain, listInChain, updateChain } from './store.ts';

/** By so much clocks of several servers may differ. */
const toleratedMs = 3_600_000;
/** A head that has not changed is written again after that time, as logs are not kept for ever. */
const repeatedMs = 86_400_000;
const maxRemembered = 100_000;

/** No account may keep its events for less. */
export const leastKeptMs = auditDays.minimum * 86_400_000;

/** What this process has written last. */
const written = perServer(() => new Map<string, { hash: string; at: number }>());

/** `hash`: that of the last event of the chain. */
export function isHeadDue(ctx: ServiceContext, account: string, hash: string): boolean {
  const last = written(ctx).get(account);
  return last === undefined || last.hash !== hash || ctx.clock.now() - last.at >= repeatedMs;
}

/** To the log, and into the chain, where backups have it. */
export async function writeHead(ctx: ServiceContext, account: string): Promise<void> {
  const head = await currentHead(ctx, account);
  if (head === null) return;
  ctx.log.info({ audit_head: head }, 'Head of an audit log: keep it outside of the database');
  const stored = (await findChain(ctx.database.read, account))?.head ?? null;
  const [difference] = await storedDifferences(ctx, account, stored);
  // The head that proves it stays.
  if (difference !== undefined)
    ctx.log.error({ account, difference }, 'The audit log is not as its signed head says: verify it');
  else await ctx.database.write((tx) => updateChain(tx, account, { head: JSON.stringify(head) }));
  written(ctx).set(account, { hash: head.hash, at: ctx.clock.now() });
  dropOldest(written(ctx), maxRemembered);
}

/** What a chain does not have of what a head says: nothing where it is as it was, or retention has removed that event. */
async function differencesFrom(ctx: ServiceContext, head: AuditHead): Promise<ChainBreak[]> {
  const { read } = ctx.database;
  const { sequence, hash, event_date } = head;
  const account = head.account_sid ?? '';
  const chain = (await findChain(read, account)) ?? emptyChain;
  const broken = (problem: ChainBreak['problem'], rest: Partial<ChainBreak> = {}): ChainBreak[] => [
    {
      ...{ sequence, events: 1, sid: null, date: event_date, problem, differs: null },
      ...{ hash: null, computed_hash: hash, date_whole: null, ...rest },
    },
  ];
  const { sequence: end, anchor_sequence: anchor } = chain;
  if (sequence > end) return broken('cut', { sequence: end + 1, events: sequence - end });
  if (sequence < anchor) {
    const isEarly = event_date !== null && Date.parse(event_date) > ctx.clock.now() - leastKeptMs;
    return isEarly ? broken('missing') : [];
  }
  const [row] = await findInChain(read, account, [sequence]);
  const found = row === undefined ? null : recordOf(row);
  const stands = sequence === anchor ? chain.anchor_hash : found?.hash;
  if (stands === undefined) return broken('missing');
  if (stands !== hash) return broken('rewritten', { sid: found?.sid ?? null, hash: stands });
  const to = Date.parse(head.date) - toleratedMs;
  const [early] = (await listInChain(read, { account, after: sequence, limit: 1 }, { to })).rows;
  return early === undefined ? [] : broken('clock', { ...runOf(recordOf(early)), computed_hash: null });
}

/** Of the head that is kept in the database itself, unless somebody else has written it. */
export async function storedDifferences(
  ctx: ServiceContext,
  account: string,
  stored: string | null,
): Promise<ChainBreak[]> {
  const head = readHead(stored ?? '');
  const isOwn = head !== null && (head.account_sid ?? '') === account;
  return isOwn && problemOf(await signingKeys(ctx), head) === null ? differencesFrom(ctx, head) : [];
}

/** Why a head says nothing; null for one that this installation has signed. */
function problemOf(keys: ReadonlySet<string>, head: AuditHead): 'signed by an unknown key' | 'forged' | null {
  if (!keys.has(head.public_key)) return 'signed by an unknown key';
  return isSignedHead(head) ? null : 'forged';
}

export type HeadDifference = { head: AuditHead; found: ChainBreak | 'signed by an unknown key' | 'forged' };

/** What heads that were kept elsewhere say of the chains: how many there are, and the differences, some of which are named. */
export async function compareHeads(
  ctx: ServiceContext,
  pieces: AsyncIterable<string> | Iterable<string>,
): Promise<{ heads: number; differences: HeadDifference[]; further: number }> {
  const keys = await signingKeys(ctx);
  const differences: HeadDifference[] = [];
  let [heads, further] = [0, 0];
  for await (const head of headsIn(pieces)) {
    heads += 1;
    const problem = problemOf(keys, head);
    const all = problem === null ? await differencesFrom(ctx, head) : [problem];
    const named = all.slice(0, Math.max(0, maxBreaks - differences.length));
    differences.push(...named.map((found) => ({ head, found })));
    further += all.length - named.length;
  }
  return { heads, differences, further };
}
