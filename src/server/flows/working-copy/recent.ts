/**
 * The recent edits of the flows that are edited, in memory, with the copy after each: so that neither an edit nor those
 * who hear of it read the log. Copies share what an edit did not change.
 */

import type { Numbered } from '#flow/commands/log.ts';
import { addedBytes, definitionBytes } from '#flow/commands/sound-copy.ts';
import type { Json } from '#flow/json/json.ts';
import { jsonSize, maxJsonLevels } from '#flow/work-budget/json-size.ts';
import { perServer } from '../../platform/per-server.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { replayed } from './copies.ts';
import { isUnreadable } from './damage.ts';
import type { RecentLog } from './recent-log.ts';
import type { LoggedEdit } from './stored-copy.ts';

const maxFlows = 100;
/** Of each flow. */
const maxEdits = 200;
/**
 * Of all flows, as JSON, which takes two to three times as much in memory: an edit may have 64 kB, and a revision another text in
 * each widget.
 */
const maxBytes = 4 * 1024 ** 2;
/** Of a copy that shares all widgets with the one before: their list. */
const bytesOfWidget = 8;

/**
 * Without a gap: each edit leads from one copy to the next, so there is one copy more. `sizes` has the bytes of each edit
 * and of what the copy after it does not share with the one before, `bytes` those of all.
 */
type Recent = { copies: Numbered[]; edits: LoggedEdit[]; sizes: number[]; bytes: number };

const recentOf = perServer(() => new Map<string, Recent>());

/** What is in memory of the log of a flow: only what is committed. */
export function recentLog(ctx: ServiceContext, flow: string): RecentLog {
  return {
    newest: newestOf(ctx, flow)?.seq ?? null,
    copy: (seq) => recallCopy(ctx, flow, seq),
    edits: (after, to) => recallEdits(ctx, flow, after, to),
  };
}

/** Remembers a copy that is committed, where it is newer than what is known. */
export function rememberCopy(ctx: ServiceContext, flow: string, copy: Numbered): void {
  const known = newestOf(ctx, flow);
  if (known !== null && known.seq >= copy.seq) return;
  keep(ctx, flow, { copies: [copy], edits: [], sizes: [], bytes: definitionBytes(copy.copy) });
}

/** Remembers an edit that is committed with the copy after it, so that the edit need not be applied once more. */
export function rememberEdit(ctx: ServiceContext, flow: string, edit: LoggedEdit, copy: Numbered): void {
  const recent = recentOf(ctx).get(flow);
  if (recent === undefined || newestOf(ctx, flow)?.seq !== edit.seq - 1) {
    rememberCopy(ctx, flow, copy);
    return;
  }
  append(recent, edit, copy);
  keepNewest(ctx, flow, recent);
}

function append(recent: Recent, edit: LoggedEdit, after: Numbered): void {
  const before = recent.copies.at(-1) ?? after;
  const bytes =
    jsonSize(edit.operations as unknown as Json, 2 * maxJsonLevels) +
    addedBytes(before.copy, after.copy) +
    bytesOfWidget * after.copy.widgets.length;
  recent.copies.push(after);
  recent.edits.push(edit);
  recent.sizes.push(bytes);
  recent.bytes += bytes;
}

/** Remembers edits that are committed, oldest first; false where some are missing between them and what is known. */
export function rememberEdits(ctx: ServiceContext, flow: string, edits: readonly LoggedEdit[]): boolean {
  const recent = recentOf(ctx).get(flow);
  let newest = newestOf(ctx, flow);
  if (recent === undefined || newest === null) return false;
  if (edits.some(isUnreadable)) return false;
  for (const edit of edits) {
    if (edit.seq <= newest.seq) continue;
    if (edit.seq !== newest.seq + 1) return false;
    try {
      newest = replayed(newest, [edit]);
    } catch {
      // The copy cannot be opened: who asks for it reads the database, and is told why.
      return false;
    }
    append(recent, edit, newest);
  }
  keepNewest(ctx, flow, recent);
  return true;
}

/** Who needs older ones reads the log. */
function keepNewest(ctx: ServiceContext, flow: string, recent: Recent): void {
  while (recent.edits.length > maxEdits || (recent.bytes > maxBytes && recent.edits.length > 0)) {
    recent.copies.shift();
    recent.edits.shift();
    recent.bytes -= recent.sizes.shift() ?? 0;
  }
  keep(ctx, flow, recent);
}

/** The copy after edit `seq`, or else the newest before it; null where none is known. */
export function recallCopy(ctx: ServiceContext, flow: string, seq: number): Numbered | null {
  return (
    recentOf(ctx)
      .get(flow)
      ?.copies.findLast((copy) => copy.seq <= seq) ?? null
  );
}

/** The edits after `after`, up to `to` where that is given; null where they are not all known. */
export function recallEdits(
  ctx: ServiceContext,
  flow: string,
  after: number,
  to: number = newestOf(ctx, flow)?.seq ?? after,
): LoggedEdit[] | null {
  const recent = recentOf(ctx).get(flow);
  const [first, last] = [recent?.copies[0], recent?.copies.at(-1)];
  if (recent === undefined || first === undefined || last === undefined) return null;
  if (after < first.seq || to > last.seq) return null;
  return recent.edits.slice(after - first.seq, to - first.seq);
}

function newestOf(ctx: ServiceContext, flow: string): Numbered | null {
  return recentOf(ctx).get(flow)?.copies.at(-1) ?? null;
}

/** As the one that was used last; those that were not for longest go. */
function keep(ctx: ServiceContext, flow: string, recent: Recent): void {
  const flows = recentOf(ctx);
  flows.delete(flow);
  flows.set(flow, recent);
  let bytes = 0;
  for (const each of flows.values()) bytes += each.bytes;
  for (const [oldest, each] of flows) {
    if (oldest === flow || (flows.size <= maxFlows && bytes <= maxBytes)) return;
    flows.delete(oldest);
    bytes -= each.bytes;
  }
}
