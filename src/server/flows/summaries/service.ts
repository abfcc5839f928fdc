/** Service functions of the page's list of flows, and of the state of one flow. */

import type { FlowSummary } from '#api/flows/schemas.ts';
import { flowState, type PublishedChanges } from '#flow/flow-state.ts';
import type { KeysetPage, KeysetPageRequest } from '../../platform/database/keyset-pagination.ts';
import type { FlowRow } from '../../platform/database/schema/tables.ts';
import { notFound } from '../../platform/errors.ts';
import { eventLoopTurn } from '../../platform/event-loop-turn.ts';
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
import { countUncounted } from '../working-copy/service.ts';

/** `lastEdit` is epoch milliseconds; its author and client are null where no one has edited the flow since it was created. */
export type FlowOverview = {
  flow: EditedFlowRow;
  changes: PublishedChanges;
  lastEdit: number;
  digest: FlowDigest;
  activeExecutions: number;
};

/** All flows of the account, or those with a tag, what was edited last first. */
export async function listFlowOverviews(
  ctx: ServiceContext,
  caller: Caller,
  tag: string | null,
): Promise<FlowOverview[]> {
  const active = await countActiveExecutions(ctx.database.replica, caller.account);
  const overviews: FlowOverview[] = [];
  for (let from: KeysetPageRequest['from'] = null; ; ) {
    const page = await listNewestFlows(ctx.database.replica, caller.account, {}, { size: pageSize, from });
    for (const flow of page.rows) {
      if (tag !== null && !hasTag(flow, tag)) continue;
      overviews.push(await overviewOf(ctx, caller, flow, active.get(flow.sid) ?? 0));
    }
    const last = page.rows.at(-1);
    if (!page.older || last === undefined) return overviews.sort(byEdit);
    from = { direction: 'older', position: last.sid };
    await eventLoopTurn.enter();
  }
}

/** Flows that are read at once: the embedded database answers without waiting, and others get their turn in between. */
const pageSize = 500;

/** What was edited last comes first. */
function byEdit(one: FlowOverview, other: FlowOverview): number {
  return other.lastEdit - one.lastEdit || (one.flow.sid < other.flow.sid ? 1 : -1);
}

/** A page of the flows of the account, newest first; positions are SIDs. Their active executions are not counted. */
export async function listNewestOverviews(
  ctx: ServiceContext,
  caller: Caller,
  filter: FlowFilter,
  request: KeysetPageRequest,
): Promise<KeysetPage<FlowOverview>> {
  const page = await listNewestFlows(ctx.database.replica, caller.account, filter, request);
  const rows: FlowOverview[] = [];
  for (const flow of page.rows) rows.push(await overviewOf(ctx, caller, flow, 0));
  return { ...page, rows };
}

async function overviewOf(
  ctx: ServiceContext,
  caller: Caller,
  flow: EditedFlowRow,
  activeExecutions: number,
): Promise<FlowOverview> {
  return {
    flow,
    changes: await publishedChanges(ctx, caller, flow),
    lastEdit: flow.edited_at ?? flow.updated_at ?? flow.created_at,
    digest: JSON.parse(flow.digest) as FlowDigest,
    activeExecutions,
  };
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
  digest,
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
    valid: true,
    errors: 0,
    ...digest,
    active_executions: activeExecutions,
    date_updated: dateTime(lastEdit),
  };
}
