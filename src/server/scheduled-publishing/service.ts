/**
 * Service functions of publish requests: to publish a revision at a time, after the approval of a second person, or
 * both. The states and the reasons: docs/decisions/030.
 */

import type { EndedExecutions } from '#api/flows/publishing.ts';
import { actsFor, reasonNotToAct } from '../accounts/acting-later-service.ts';
import { enqueueEnding } from '../executions/endings/service.ts';
import { publishRevision } from '../flows/publish-service.ts';
import { fetchValidRevision, type ValidDefinition } from '../flows/revisions/service.ts';
import { requireFlow, setNeedsApproval } from '../flows/service.ts';
import { type FlowWithChanges, fetchFlowChanges } from '../flows/summaries/service.ts';
import { actingPersonOf, readActingPerson } from '../platform/acting-person.ts';
import { serverActor } from '../platform/audit/event.ts';
import { appendServerEvent } from '../platform/audit/recording.ts';
import type { Queries } from '../platform/database/database.ts';
import type { KeysetPage, KeysetPageRequest } from '../platform/database/keyset-pagination.ts';
import type { PublishRequestRow } from '../platform/database/schema/publishing.ts';
import { notFound, Refusal } from '../platform/errors.ts';
import { enqueueJob } from '../platform/jobs/queue.ts';
import { requirePermission } from '../platform/permission.ts';
import type { Caller, ServiceContext } from '../platform/service-context.ts';
import { mayApprove } from './may-approve.ts';
import { findRequest, insertRequest, listRequests as listRows, moveRequest } from './store.ts';

export type { PublishRequestRow };

const permissionsToPublish = ['flows.publish'] as const;
const maxAheadMs = 366 * 24 * 60 * 60 * 1000;

/** @throws Refusal not-found */
export function fetchPublishing(
  ctx: ServiceContext,
  caller: Caller,
  flowSid: string,
): Promise<FlowWithChanges> {
  return fetchFlowChanges(ctx, caller, flowSid);
}

/** @throws Refusal not-found; forbidden for an API key, which could otherwise free itself of the second person */
export async function updatePublishing(
  ctx: ServiceContext,
  caller: Caller,
  flowSid: string,
  needsApproval: boolean,
): Promise<FlowWithChanges> {
  if (caller.key !== undefined)
    throw new Refusal(
      'forbidden',
      'An API key cannot change who has to approve: use the auth token or the page',
    );
  await setNeedsApproval(ctx, caller, flowSid, needsApproval);
  return fetchFlowChanges(ctx, caller, flowSid);
}

export type NewRequest = {
  /** A number or LatestRevision. */
  revision: string;
  /** Epoch milliseconds; undefined for as soon as it is approved. */
  publishAt: number | undefined;
  endExecutions: EndedExecutions;
  message: string | null;
};

/**
 * @throws Refusal not-found, bad-revision, bad-request for a time that is missing, past or too far ahead,
 * invalid-definition; conflict while the flow has a pending request
 */
export async function createRequest(
  ctx: ServiceContext,
  caller: Caller,
  flowSid: string,
  { revision: requested, publishAt, endExecutions, message }: NewRequest,
): Promise<PublishRequestRow> {
  const { flow, row: revision } = await fetchValidRevision(ctx, caller, flowSid, requested);
  const needsApproval = flow.needs_approval === 1;
  const now = ctx.clock.now();
  requireTime(publishAt, { now, needsApproval });
  const row: PublishRequestRow = {
    sid: ctx.ids.sid('PR'),
    account: flow.account,
    flow: flowSid,
    revision: revision.revision,
    published_revision: flow.published_revision,
    publish_at: publishAt ?? null,
    end_executions: endExecutions,
    message,
    status: needsApproval ? 'requested' : 'scheduled',
    note: null,
    published_as: null,
    requested_by: JSON.stringify(actingPersonOf(caller)),
    acts_for: actsFor(caller, needsApproval ? [] : permissionsToPublish),
    approved_by: null,
    closed_by: null,
    requested_at: now,
    approved_at: null,
    closed_at: null,
  };
  await ctx.database.write(async (tx) => {
    if (!(await insertRequest(tx, row))) {
      throw new Refusal('conflict', 'The flow has a pending publish request: cancel that one first');
    }
    if (row.status === 'scheduled') await enqueuePublish(tx, row, now);
  });
  ctx.wake('jobs');
  return row;
}

function requireTime(
  at: number | undefined,
  { now, needsApproval }: { now: number; needsApproval: boolean },
): void {
  if (at === undefined) {
    if (needsApproval) return;
    throw badTime('PublishAt must be given: publishing this flow needs no approval');
  }
  if (at <= now) throw badTime('PublishAt must be in the future');
  if (at > now + maxAheadMs) throw badTime('PublishAt must not be more than a year from now');
}

function badTime(message: string): Refusal {
  return new Refusal('bad-request', message, { field: 'PublishAt' });
}

const keyOfRequest = (sid: string) => `publish ${sid}`;
/** The request that a job is about. */
export const requestOfKey = (key: string): string => key.slice(keyOfRequest('').length);

async function enqueuePublish(tx: Queries, row: PublishRequestRow, now: number): Promise<void> {
  await enqueueJob(tx, {
    key: keyOfRequest(row.sid),
    kind: 'publish',
    account: row.account,
    execution: null,
    payload: JSON.stringify({ request: row.sid }),
    run_at: row.publish_at ?? now,
    created_at: now,
  });
}

/** Newest first. @throws Refusal not-found */
export async function listRequests(
  ctx: ServiceContext,
  caller: Caller,
  flowSid: string,
  request: KeysetPageRequest,
): Promise<KeysetPage<PublishRequestRow>> {
  await requireFlow(ctx.database.read, caller, flowSid);
  return listRows(ctx.database.read, flowSid, request);
}

export type Decision = { flow: string; request: string; note: string | null };

/**
 * Approves a request, which is published at once unless its time is still to come.
 *
 * @throws Refusal not-found; forbidden for who may not approve; conflict when it is not waiting for approval, or another
 * revision was published meanwhile; invalid-definition
 */
export async function approveRequest(
  ctx: ServiceContext,
  caller: Caller,
  decision: Decision,
): Promise<PublishRequestRow> {
  const row = await requireRequest(ctx, caller, decision);
  requireStatus(row, ['requested']);
  const acts_for = actsFor(caller, permissionsToPublish);
  requireApprover(caller, row);
  const checked = await checkedDefinition(ctx, row);
  const now = ctx.clock.now();
  const approved = {
    approved_by: JSON.stringify(actingPersonOf(caller)),
    approved_at: now,
    acts_for,
    note: decision.note,
  };
  const isLater = row.publish_at !== null && row.publish_at > now;
  const changed = await ctx.database.write(async (tx) => {
    const moved = await moveRequest(tx, row, { ...approved, status: 'scheduled' });
    if (moved === undefined) throw alreadyDecided();
    if (!isLater) return publishRequest(ctx, tx, { row: moved, checked, now });
    await enqueuePublish(tx, moved, now);
    return moved;
  });
  ctx.wake('jobs');
  return changed;
}

/** @throws Refusal not-found; forbidden for who may not approve; conflict when it is not waiting for approval */
export async function rejectRequest(
  ctx: ServiceContext,
  caller: Caller,
  decision: Decision,
): Promise<PublishRequestRow> {
  const row = await requireRequest(ctx, caller, decision);
  requireStatus(row, ['requested']);
  requirePermission(caller, 'flows.publish');
  requireApprover(caller, row);
  return closeRequest(ctx, caller, row, { status: 'rejected', note: decision.note });
}

/** @throws Refusal not-found; conflict when it is pending no longer */
export async function cancelRequest(
  ctx: ServiceContext,
  caller: Caller,
  decision: Decision,
): Promise<PublishRequestRow> {
  const row = await requireRequest(ctx, caller, decision);
  requireStatus(row, ['requested', 'scheduled']);
  return closeRequest(ctx, caller, row, { status: 'canceled', note: decision.note });
}

async function closeRequest(
  ctx: ServiceContext,
  caller: Caller,
  row: PublishRequestRow,
  closed: Pick<PublishRequestRow, 'status' | 'note'>,
): Promise<PublishRequestRow> {
  const changed = {
    ...closed,
    closed_by: JSON.stringify(actingPersonOf(caller)),
    closed_at: ctx.clock.now(),
  };
  const moved = await ctx.database.write((tx) => moveRequest(tx, row, changed));
  if (moved === undefined) throw alreadyDecided();
  return moved;
}

/**
 * Publishes a request whose time has come, in the transaction `tx` with what `first` does there. Validates again; where
 * it cannot be published the request is refused, and its note says why.
 */
export async function publishDue(
  ctx: ServiceContext,
  sid: string,
  first: (tx: Queries) => Promise<boolean>,
): Promise<void> {
  const row = await findRequest(ctx.database.read, sid);
  try {
    const isDue = row?.status === 'scheduled';
    const reason = isDue ? await reasonNotToAct(ctx, row, permissionsToPublish) : null;
    if (reason !== null) throw new Refusal('forbidden', reason);
    const checked = isDue ? await checkedDefinition(ctx, row) : null;
    await ctx.database.write(async (tx) => {
      if (!(await first(tx)) || row === undefined || checked === null) return;
      const { published_as } = await publishRequest(ctx, tx, { row, checked, now: ctx.clock.now() });
      const { friendly_name } = await requireFlow(tx, requester(row), row.flow);
      await appendServerEvent(ctx, tx, {
        ...{ operation: 'PublishScheduled', account: row.account, actor: serverActor },
        object: { kind: 'flow', sid: row.flow, name: friendly_name },
        changes: [
          {
            field: 'PublishedRevision',
            before: row.published_revision === null ? null : String(row.published_revision),
            after: String(published_as),
          },
        ],
      });
    });
    ctx.wake('jobs', 'audit');
  } catch (error) {
    if (row === undefined || !(error instanceof Refusal) || error.kind === 'unavailable') throw error;
    await ctx.database.write(async (tx) => {
      if (await first(tx)) await refuseFailed(ctx, tx, sid, error.message);
    });
  }
}

/** Closes a request that could not be published, unless that was decided otherwise meanwhile. */
export async function refuseFailed(
  ctx: ServiceContext,
  tx: Queries,
  sid: string,
  note: string,
): Promise<void> {
  const refused = { status: 'refused', note, closed_at: ctx.clock.now() } as const;
  await moveRequest(tx, { sid, status: 'scheduled' }, refused);
}

/** @throws Refusal conflict when another revision was published meanwhile, or another person has decided */
async function publishRequest(
  ctx: ServiceContext,
  tx: Queries,
  { row, checked, now }: { row: PublishRequestRow; checked: ValidDefinition; now: number },
): Promise<PublishRequestRow> {
  const { flow, newest } = await publishRevision(tx, requester(row), {
    flow: row.flow,
    revision: row.revision,
    checked,
    published: row.published_revision,
    message: row.message,
    source: row.approved_by === null ? 'scheduled' : 'approved',
    now,
  });
  const { end_executions: executions } = row;
  if (executions !== 'none') {
    const ending = { flow, revision: newest.revision, executions, begun_by: row.requested_by };
    await enqueueEnding(ctx, tx, ending);
  }
  const published = { status: 'published', published_as: newest.revision, closed_at: now } as const;
  const moved = await moveRequest(tx, row, published);
  if (moved === undefined) throw alreadyDecided();
  return moved;
}

/** @throws Refusal not-found, invalid-definition */
async function checkedDefinition(ctx: ServiceContext, row: PublishRequestRow): Promise<ValidDefinition> {
  return (await fetchValidRevision(ctx, requester(row), row.flow, String(row.revision))).checked;
}

/** The revision is the requester's, also when another person approved it. */
function requester({ account, requested_by }: PublishRequestRow): Caller {
  const { user_sid: user, key } = readActingPerson(requested_by);
  const role = 'publisher';
  if (key === null) return { account, user, role };
  return { account, user, role, key: { sid: key.sid, name: key.friendly_name, approvesPublishing: false } };
}

async function requireRequest(
  ctx: ServiceContext,
  caller: Caller,
  { flow, request }: Decision,
): Promise<PublishRequestRow> {
  const row = await findRequest(ctx.database.read, request);
  if (row === undefined || row.account !== caller.account || row.flow !== flow) throw notFound();
  return row;
}

function requireStatus({ status }: PublishRequestRow, wanted: readonly PublishRequestRow['status'][]): void {
  if (!wanted.includes(status)) throw new Refusal('conflict', `The publish request is ${status} already`);
}

function requireApprover(caller: Caller, row: PublishRequestRow): void {
  if (mayApprove(caller, readActingPerson(row.requested_by))) return;
  throw new Refusal(
    'forbidden',
    caller.key?.approvesPublishing === false
      ? 'This API key may not approve publish requests'
      : 'A publish request is approved or rejected by another person than the one who made it',
  );
}

function alreadyDecided(): Refusal {
  return new Refusal('conflict', 'Someone else has decided on the publish request meanwhile');
}
