/** Service functions of flows: fetch, list, delete. They are created, saved and published by `publish-service.ts`. */

import type { FlowDefinition } from '#flow/definition.ts';
import type { Queries } from '../platform/database/database.ts';
import type { KeysetPage, KeysetPageRequest } from '../platform/database/keyset-pagination.ts';
import type { FlowRow, RevisionRow } from '../platform/database/schema/tables.ts';
import { notFound } from '../platform/errors.ts';
import { handlePieces, type Piece, writeInPieces } from '../platform/jobs/pieces.ts';
import type { Caller, ServiceContext } from '../platform/service-context.ts';
import { findRevision } from './revisions/store.ts';
import {
  deleteFlowPiece,
  findFlow,
  flowPieces,
  hideFlow,
  listFlows as listFlowRows,
  setNeedsApproval as setRow,
} from './store.ts';
import { notifyEditors } from './working-copy/notify.ts';

export type FlowEntry = FlowRow;

/** A flow with its newest revision, and with the definition of that where it was parsed already. */
export type FlowWithRevision = { flow: FlowRow; newest: RevisionRow; definition?: FlowDefinition };

/** @throws Refusal not-found */
export async function fetchFlow(ctx: ServiceContext, caller: Caller, sid: string): Promise<FlowWithRevision> {
  const flow = await requireFlow(ctx.database.read, caller, sid);
  const newest = await findRevision(ctx.database.read, sid, flow.revision);
  // Between the two reads the flow can have been deleted; its revisions go with it.
  if (newest === undefined) throw notFound();
  return { flow, newest };
}

/** Newest first. */
export function listFlows(
  ctx: ServiceContext,
  caller: Caller,
  request: KeysetPageRequest,
): Promise<KeysetPage<FlowEntry>> {
  return listFlowRows(ctx.database.read, caller.account, request);
}

/** Requires, or no longer requires, a second person for publishing. @throws Refusal not-found */
export async function setNeedsApproval(
  ctx: ServiceContext,
  caller: Caller,
  sid: string,
  needsApproval: boolean,
): Promise<void> {
  const set = await ctx.database.write((tx) => setRow(tx, caller.account, sid, needsApproval));
  if (!set) throw notFound();
}

/**
 * Deletes the flow with its revisions, test users and executions.
 *
 * @throws Refusal not-found
 */
export async function deleteFlow(ctx: ServiceContext, caller: Caller, sid: string): Promise<void> {
  const { account } = caller;
  await writeInPieces(
    ctx,
    {
      ...{ kind: 'flow-deletion', key: `flow-deletion:${sid}`, account },
      payload: JSON.stringify({ flow: sid }),
    },
    {
      async decide(tx) {
        if (!(await hideFlow(tx, account, sid, ctx.clock.now()))) throw notFound();
      },
      piece: deletionPiece(sid),
    },
  );
  notifyEditors(ctx, sid);
}

/** Positions are kinds of what belongs to a flow, in the order in which they are deleted. */
const deletionPiece =
  (sid: string): Piece<number> =>
  async (tx, kind = 0) => {
    const bytes = await deleteFlowPiece(tx, sid, kind);
    if (bytes !== null) return { next: kind, bytes };
    return { next: kind < flowPieces ? kind + 1 : null };
  };

export const handleFlowDeletion = handlePieces((_ctx, { payload }) =>
  deletionPiece((JSON.parse(payload) as { flow: string }).flow),
);

/**
 * The flow of that SID, if it is the caller's.
 *
 * @throws Refusal not-found
 */
export async function requireFlow(db: Queries, caller: Caller, sid: string): Promise<FlowRow> {
  const flow = await findFlow(db, caller.account, sid);
  if (flow === undefined) throw notFound();
  return flow;
}
