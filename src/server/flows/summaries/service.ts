/** Service functions of the page's list of flows, and of the state of one flow. */

import type { FlowSummary } from '#api/flows/schemas.ts';
import { flowState, type PublishedChanges } from '#flow/flow-state.ts';
import type { KeysetPage, KeysetPageRequest } from '../../platform/database/keyset-pagination.ts';
import type { FlowRow } from '../../platform/database/schema/tables.ts';
import { notFound } from '../../platform/errors.ts';
import { eventLoopTurn, givingWay } from '../../platform/event-loop-turn.ts';
import { dateTime } from '../../platform/http/date-time.ts';
import type { Caller, ServiceContext } from '../../platform/service-context.ts';
import type { FlowDigest } from '../digest.ts';
import {
  countActiveExecutions,
  type EditedFlowRow,
  type FlowFilter,
  findEditedFlow,
  findFlowNames,
  listNewestFlows,
} from '../store.ts';
import { hasTag, tagsOf } from '../tags/service.ts';
import { type FlowVerdict, fetchVerdicts } from '../verdicts.ts';
import { countUncounted } from '../working-copy/service.ts';

/** `lastEdit` is epoch milliseconds; its author and client are null where no one has edited the flow since it was created. */
export type FlowOverview = {
  flow: EditedFlowRow;
  changes: PublishedChanges;
  lastEdit: number;
  digest: FlowDigest;
  /** Null where it is still to be checked. */
  verdict: FlowVerdict | null;
  activeExecutions: number;
};

/** All flows of the account, or those with a tag, what was edited last first. `schemaUri` is what their `$schema` may be. */
export async function listFlowOverviews(
  ctx: ServiceContext,
  caller: Caller,
  schemaUri: string,
  tag: string | null,
): Promise<FlowOverview[]> {
  const active = await countActiveExecutions(ctx.database.replica, caller.account);
  const flows: EditedFlowRow[] = [];
  for (let from: KeysetPageRequest['from'] = null; ; ) {
    const page = await listNewestFlows(ctx.database.replica, caller.account, {}, { size: pageSize, from });
    flows.push(...(tag === null ? page.rows : page.rows.filter((flow) => hasTag(flow, tag))));
    const last = page.rows.at(-1);
    if (!page.older || last === undefined) break;
    from = { direction: 'older', position: last.sid };
    await eventLoopTurn.enter();
  }
  return overviewsOf(ctx, caller, schemaUri, flows.sort(byEdit), active);
}

/** Flows that are read at once: the embedded database answers without waiting, and others get their turn in between. */
const pageSize = 500;

/** Epoch ms. */
const lastEditOf = ({ edited_at, updated_at, created_at }: EditedFlowRow) =>
  edited_at ?? updated_at ?? created_at;

/** What was edited last comes first. */
function byEdit(one: EditedFlowRow, other: EditedFlowRow): number {
  return lastEditOf(other) - lastEditOf(one) || (one.sid < other.sid ? 1 : -1);
}

/** A page of the flows of the account, newest first; positions are SIDs. Their active executions are not counted. */
export async function listNewestOverviews(
  ctx: ServiceContext,
  caller: Caller,
  schemaUri: string,
  filter: FlowFilter,
  request: KeysetPageRequest,
): Promise<KeysetPage<FlowOverview>> {
  const page = await listNewestFlows(ctx.database.replica, caller.account, filter, request);
  return { ...page, rows: await overviewsOf(ctx, caller, schemaUri, page.rows, new Map()) };
}

/** `active` are the numbers of active executions by flow. */
async function overviewsOf(
  ctx: ServiceContext,
  caller: Caller,
  schemaUri: string,
  flows: readonly EditedFlowRow[],
  active: ReadonlyMap<string, number>,
): Promise<FlowOverview[]> {
  const verdicts = await fetchVerdicts(ctx, caller.account, schemaUri, flows);
  const overviews: FlowOverview[] = [];
  for await (const flow of givingWay(flows))
    overviews.push({
      flow,
      changes: await publishedChanges(ctx, caller, flow),
      lastEdit: lastEditOf(flow),
      digest: JSON.parse(flow.digest) as FlowDigest,
      verdict: verdicts.get(flow.sid) ?? null,
      activeExecutions: active.get(flow.sid) ?? 0,
    });
  return overviews;
}

/** The names of flows that the caller knows of already, by SID. */
export async function fetchFlowNames(
  ctx: ServiceContext,
  sids: readonly string[],
): Promise<Map<string, string>> {
  return sids.length === 0 ? new Map() : findFlowNames(ctx.database.replica, [...new Set(sids)]);
}

/** A flow with what its state is derived from. */
export type FlowWithChanges = { flow: FlowRow; changes: PublishedChanges };

/** @throws Refusal not-found */
export async function fetchFlowChanges(
  ctx: ServiceContext,
  caller: Caller,
  sid: string,
): Promise<FlowWithChanges> {
  const flow = await findEditedFlow(ctx.database.read, caller.account, sid);
  if (flow === undefined) throw notFound();
  return { flow, changes: await publishedChanges(ctx, caller, flow) };
}

/** Reads nothing, but for flows that were edited before changes were counted, which are counted once and for all. */
async function publishedChanges(
  ctx: ServiceContext,
  caller: Caller,
  { sid, revision, published_revision, unpublished, edited_at }: EditedFlowRow,
): Promise<PublishedChanges> {
  if (published_revision === null) return { published_revision, unpublished_changes: null };
  const isUntouched = edited_at === null && published_revision === revision;
  const counted = unpublished ?? (isUntouched ? 0 : null);
  return { published_revision, unpublished_changes: counted ?? (await countUncounted(ctx, caller, sid)) };
}

/** A flow as the list shows it. */
export function presentFlowSummary({
  flow,
  changes,
  lastEdit,
  digest: { description, triggers, outline },
  verdict,
  activeExecutions,
}: FlowOverview): FlowSummary {
  return {
    sid: flow.sid,
    friendly_name: flow.friendly_name,
    tags: tagsOf(flow),
    status: flow.status,
    revision: flow.revision,
    ...changes,
    state: flowState(changes),
    last_edit:
      flow.edited_at === null
        ? null
        : { author_name: flow.edited_by ?? '', author: flow.edited_by_sid, client: flow.edited_with ?? '' },
    valid: verdict && verdict.errors === 0,
    errors: verdict?.errors ?? null,
    warnings: verdict?.warnings ?? null,
    checked_edit: verdict?.seq ?? null,
    ...{ description, triggers, outline },
    active_executions: activeExecutions,
    date_updated: dateTime(lastEdit),
  };
}
