/**
 * Whether flows are valid as they are edited: the verdict that the designer gives. It is stored with each flow, with the edit of
 * which it is, and derived again by the list that finds it out of date, so that no edit has to wait for it.
 */

import { dialectLacks } from '#api/messaging/dialects.ts';
import type { FlowDefinition } from '#flow/definition.ts';
import type { Finding } from '#flow/validation/finding.ts';
import { type OwnVerdict, ownVerdict, type Verdict, verdictIn } from '#flow/validation/verdict.ts';
import { outsideRecording } from '../platform/audit/recording.ts';
import { version } from '../platform/checkout.ts';
import { Refusal } from '../platform/errors.ts';
import { eventLoopTurn } from '../platform/event-loop-turn.ts';
import type { ServiceContext } from '../platform/service-context.ts';
import { findRevision } from './revisions/store.ts';
import { type EditedFlowRow, listDialectsByFlow, setVerdicts } from './store.ts';
import { findingsOf } from './validation.ts';
import { readNumberedCopy } from './working-copy/service.ts';

/** Working copies that one request checks, and their characters: the others are for the next one. */
const maxChecked = 500;
const maxCheckedLength = 2 * 1024 ** 2;

/** The verdict on the working copy after edit `seq`. */
export type FlowVerdict = Verdict & { seq: number };

/** `version` is the one of the server whose rules it is of. */
type StoredVerdict = OwnVerdict & { seq: number; version: string };

/** The column of a flow. `findings` are those of the definition after edit `seq`. */
export function storedVerdict(seq: number, definition: FlowDefinition, findings: readonly Finding[]): string {
  return JSON.stringify({ seq, version, ...ownVerdict(definition, findings) } satisfies StoredVerdict);
}

/**
 * The verdicts on flows of an account, by their SIDs. Those that are not stored are derived in the order of `flows`; one is missing
 * where there were too many of these for one request.
 */
export async function fetchVerdicts(
  ctx: ServiceContext,
  account: string,
  schemaUri: string,
  flows: readonly EditedFlowRow[],
): Promise<Map<string, FlowVerdict>> {
  const known = new Map<string, StoredVerdict>();
  const outdated: EditedFlowRow[] = [];
  for (const flow of flows) {
    const verdict = flow.verdict === null ? null : (JSON.parse(flow.verdict) as StoredVerdict);
    if (verdict?.seq === (flow.seq ?? 0) && verdict.version === version) known.set(flow.sid, verdict);
    else outdated.push(flow);
  }
  for (const [sid, text] of await check(ctx, outdated)) known.set(sid, JSON.parse(text) as StoredVerdict);
  const needsCarriers = known.values().some(({ needs }) => needs.length > 0);
  const rows = needsCarriers ? await listDialectsByFlow(ctx.database.replica, account) : [];
  const byFlow = Map.groupBy(rows, ({ flow }) => flow);
  const carriersOf = (sid: string) =>
    (byFlow.get(sid) ?? []).map(({ dialect }) => ({ lacks: dialectLacks[dialect] }));
  return new Map(
    [...known].map(([sid, own]) => [
      sid,
      { ...verdictIn(own, { schemaUri, carriers: carriersOf(sid) }), seq: own.seq },
    ]),
  );
}

/** Checks working copies as far as one request does, and stores what is found. */
async function check(ctx: ServiceContext, flows: readonly EditedFlowRow[]): Promise<Map<string, string>> {
  const checked = new Map<string, string>();
  let length = 0;
  for (const flow of flows.slice(0, maxChecked)) {
    if (length > maxCheckedLength) break;
    await eventLoopTurn.enter();
    const found = await checkOne(ctx, flow);
    if (found === null) continue;
    length += found.length;
    checked.set(flow.sid, found.verdict);
  }
  if (checked.size > 0) await outsideRecording(() => ctx.database.write((tx) => setVerdicts(tx, checked)));
  return checked;
}

/** Null where the flow was deleted meanwhile, or too many large ones are being checked: that is for the next request. */
async function checkOne(
  ctx: ServiceContext,
  { sid, seq, revision }: EditedFlowRow,
): Promise<{ verdict: string; length: number } | null> {
  try {
    const numbered = await readNumberedCopy(ctx, sid);
    if (numbered === null) return { verdict: damagedVerdict(seq ?? 0), length: 0 };
    // Before a flow is first opened for editing, what is edited is its newest revision.
    const text =
      numbered === undefined
        ? (await findRevision(ctx.database.read, sid, revision))?.definition
        : JSON.stringify(numbered.copy.definition);
    if (text === undefined) return null;
    const definition = numbered?.copy.definition ?? (JSON.parse(text) as FlowDefinition);
    const findings = await findingsOf(definition, text, { sid });
    return { verdict: storedVerdict(numbered?.seq ?? 0, definition, findings), length: text.length };
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

/** A working copy that cannot be opened has one error: that it has to be repaired. */
function damagedVerdict(seq: number): string {
  const verdict: StoredVerdict = { seq, version, errors: 1, warnings: 0, schema: '', needs: [] };
  return JSON.stringify(verdict);
}
