/** Service functions of executions: create, fetch, list, end, delete. */

import { hash } from 'node:crypto';
import type { Context } from '#engine/execution.ts';
import { type Start, startByRequest } from '#engine/starts.ts';
import type { JsonObject } from '#flow/json/json.ts';
import { isNestedTooDeeply, jsonSize, maxJsonLevels } from '#flow/work-budget/json-size.ts';
import { revisionFor } from '../../flows/runnable/service.ts';
import { requireFlow } from '../../flows/service.ts';
import { actingPersonOf } from '../../platform/acting-person.ts';
import type { Queries, Sharing } from '../../platform/database/database.ts';
import type { KeysetPage, KeysetPageRequest } from '../../platform/database/keyset-pagination.ts';
import type { ExecutionRow } from '../../platform/database/schema/tables.ts';
import { notFound, Refusal } from '../../platform/errors.ts';
import type { Caller, ServiceContext } from '../../platform/service-context.ts';
import {
  activeExecutionOf,
  deleteExecution as deleteRow,
  type ExecutionListRow,
  findExecution,
  listExecutions as listRows,
  recordEndedBy,
} from '../store/executions.ts';
import { lockExecution } from '../store/locks.ts';
import { deserializeExecution } from '../turn/serialization.ts';
import { countStart } from './start-rate-limit.ts';
import { startInFreePair, takeTurn } from './turn.ts';
import { inTurnTransaction, sharingOfPair, type TurnTransaction } from './turn-transaction.ts';

export type { ExecutionListRow };

/** Bytes of the parameters of a start as JSON: they are `flow.data` and in `trigger.request`, with other variables. */
const maxParametersBytes = 1_000_000;

/** Names an execution of a flow; both must be the caller's. */
export type ExecutionKey = { flow: string; sid: string };

export type NewExecution = {
  flow: string;
  /** The contact's address, and the flow's own. */
  to: string;
  from: string;
  parameters: JsonObject;
};

/**
 * Starts a flow for a contact, as the REST API does.
 * @throws Refusal when there is no such flow, when none of its revisions is for this contact, (conflict, naming the
 * other) when the address pair has an active execution, (too-large) when the parameters do not fit into a context, or
 * (too-many) when the account starts too many
 */
export async function createExecution(
  ctx: ServiceContext,
  caller: Caller,
  input: NewExecution,
): Promise<ExecutionRow> {
  return startForPair(ctx, caller, requestedStart(input));
}

/** How an execution of an address pair starts; `to` is the contact. */
export type PairStart = Pick<NewExecution, 'flow' | 'to' | 'from'> & { start: Start };

/** Which revision starts, and by what: a request and the contact's revision unless something else is said. */
type StartOptions = {
  /** SID of what starts it. */
  initiatedBy?: string;
  revisionOf?(tx: Queries, caller: Caller, pair: PairStart): Promise<number>;
};

/**
 * Starts a flow for a contact, whatever the event of its start is.
 * @throws Refusal as `createExecution`, but for the size of parameters
 */
export function startForPair(
  ctx: ServiceContext,
  caller: Caller,
  pair: PairStart,
  options: StartOptions = {},
): Promise<ExecutionRow> {
  const start = async (turn: TurnTransaction) => {
    const started = await startUnlessActive(turn, caller, pair, options);
    if (typeof started === 'string') throw alreadyActive(started);
    return started;
  };
  return inTurnTransaction(ctx, start, { sharing: sharingOfStart(caller, pair) });
}

function sharingOfStart({ account }: Caller, { to, from }: PairStart): Sharing {
  return sharingOfPair({ account, contact: to, channel: from });
}

/** @throws Refusal too-large, or bad-request for parameters that are nested too deeply */
export function requestedStart({ flow, to, from, parameters }: NewExecution): PairStart {
  assertWithinLimits(parameters);
  return { flow, to, from, start: startByRequest(from, to, parameters) };
}

/**
 * The same as version 1 of the API does it: where the address pair has an active execution, returns that one.
 * @throws Refusal as `createExecution`, but for the conflict
 */
export async function createOrJoinExecution(
  ctx: ServiceContext,
  caller: Caller,
  input: NewExecution,
): Promise<ExecutionRow> {
  const pair = requestedStart(input);
  const startOrJoin = async (turn: TurnTransaction) => {
    const started = await startUnlessActive(turn, caller, pair);
    if (typeof started !== 'string') return started;
    const active = await lockExecution(turn.tx, started);
    if (active === undefined) throw alreadyActive(started);
    return active;
  };
  return inTurnTransaction(ctx, startOrJoin, { sharing: sharingOfStart(caller, pair) });
}

/** The new execution, or the SID of the active one of the address pair. */
async function startUnlessActive(
  turn: TurnTransaction,
  caller: Caller,
  wanted: PairStart,
  { initiatedBy = turn.ctx.ids.sid('RQ'), revisionOf = contactRevision }: StartOptions = {},
): Promise<ExecutionRow | string> {
  const { account } = caller;
  const { flow, to, from, start } = wanted;
  const revision = await revisionOf(turn.tx, caller, wanted);
  const pair = { account, contact: to, channel: from };
  const active = await activeExecutionOf(turn.tx, pair);
  if (active !== undefined) return active;
  // Only starts are counted, so a conflict is reported as such even beyond the limit.
  await countStart(turn, account, 'rest');
  return startInFreePair(turn, {
    ...pair,
    flow,
    revision,
    exclusive: true,
    initiatedBy,
    ...start,
  });
}

/** @throws Refusal when there is no such flow, or none of its revisions is for this contact */
async function contactRevision(tx: Queries, { account }: Caller, { flow, to }: PairStart): Promise<number> {
  const revision = await revisionFor(tx, { account, flow, contact: to });
  if (revision === 'missing') throw notFound();
  if (revision === 'unpublished') throw unpublished();
  return revision;
}

/** @throws Refusal too-large, or bad-request for parameters that are nested too deeply */
function assertWithinLimits(parameters: JsonObject): void {
  if (isNestedTooDeeply(parameters)) {
    const message = `Parameters must not be nested more than ${maxJsonLevels} levels deep`;
    throw new Refusal('bad-request', message, { field: 'Parameters' });
  }
  if (jsonSize(parameters) <= maxParametersBytes) return;
  const message = 'Parameters must not be larger than 1 MB: they stand twice in a context of at most 2 MB';
  throw new Refusal('too-large', message, { field: 'Parameters' });
}

function unpublished(): Refusal {
  return new Refusal(
    'bad-request',
    'The flow has no published revision; publish it, or make the contact a test user',
  );
}

function alreadyActive(sid: string): Refusal {
  return new Refusal(
    'conflict',
    `Execution ${sid} is already active for this contact. End the active Execution before creating a new one`,
    { details: { conflicting_execution_sid: sid } },
  );
}

/**
 * The SID of the contact of an execution: the same for each of its executions in that account. Null once the
 * personal data was removed, because an address can be found again by its hash.
 */
export function contactSid({ account, contact, purged_at }: ExecutionListRow): string | null {
  return purged_at === null ? `FC${hash('md5', JSON.stringify([account, contact]))}` : null;
}

/** @throws Refusal when the caller has no such execution */
export async function fetchExecution(
  ctx: ServiceContext,
  caller: Caller,
  key: ExecutionKey,
): Promise<ExecutionRow> {
  const row = await findExecution(ctx.database.replica, { account: caller.account, ...key });
  if (row === undefined) throw notFound();
  return row;
}

export type ExecutionListFilter = {
  status?: ExecutionRow['status'] | undefined;
  /** Epoch milliseconds: made on or after, and made before. */
  from?: number | undefined;
  to?: number | undefined;
};

/** Newest first; positions are by age. @throws Refusal when the caller has no such flow */
export async function listExecutions(
  ctx: ServiceContext,
  caller: Caller,
  flow: string,
  filter: ExecutionListFilter,
  request: KeysetPageRequest,
): Promise<KeysetPage<ExecutionListRow>> {
  await requireFlow(ctx.database.replica, caller, flow);
  return listRows(ctx.database.replica, { flow, ...filter }, request);
}

/**
 * The execution that is to be active: it is already, or it cannot become so again.
 *
 * @throws Refusal not-found, bad-request for one that has ended
 */
export async function requireActive(
  ctx: ServiceContext,
  caller: Caller,
  key: ExecutionKey,
): Promise<ExecutionRow> {
  const row = await findExecution(ctx.database.read, { account: caller.account, ...key });
  if (row === undefined) throw notFound();
  if (row.status === 'active') return row;
  const message = 'Parameter Status: an execution that has ended cannot become active again';
  throw new Refusal('bad-request', message, { field: 'Status' });
}

/**
 * Ends an execution; one that has ended stays as it is.
 * @throws Refusal when the caller has no such execution
 */
export function endExecution(ctx: ServiceContext, caller: Caller, key: ExecutionKey): Promise<ExecutionRow> {
  return inTurnTransaction(ctx, async (turn) => {
    const row = await lockExecutionOf(turn, caller, key);
    if (row.status !== 'active') return row;
    const ended = await takeTurn(turn, row, { kind: 'stop' });
    await recordEndedBy(turn.tx, row.sid, JSON.stringify(actingPersonOf(caller)));
    return ended;
  });
}

/**
 * Ends an execution of whichever account if it is active and `isMeant` once it is locked; `record` is then part of the
 * same transaction. `by` is JSON of who began that.
 */
export function endIfActive(
  ctx: ServiceContext,
  sid: string,
  by: string | null,
  isMeant: (row: ExecutionRow) => boolean,
  record: (tx: Queries) => Promise<void>,
): Promise<void> {
  return inTurnTransaction(ctx, async (turn) => {
    const row = await lockExecution(turn.tx, sid);
    if (row === undefined || row.status !== 'active' || !isMeant(row)) return;
    await takeTurn(turn, row, { kind: 'stop' });
    await recordEndedBy(turn.tx, sid, by);
    await record(turn.tx);
  });
}

/**
 * Deletes an execution of whichever account, if it is still there; `record` is then part of the same transaction.
 */
export function deleteIfPresent(
  ctx: ServiceContext,
  sid: string,
  record: (tx: Queries) => Promise<void>,
): Promise<void> {
  return inTurnTransaction(ctx, async (turn) => {
    const row = await lockExecution(turn.tx, sid);
    if (row === undefined) return;
    await takeTurn(turn, row, { kind: 'stop' });
    if (await deleteRow(turn.tx, sid)) await record(turn.tx);
  });
}

/**
 * Deletes an execution with all its steps, whether or not it has ended; its live call is hung up.
 * @throws Refusal when the caller has no such execution
 */
export function deleteExecution(ctx: ServiceContext, caller: Caller, key: ExecutionKey): Promise<void> {
  return inTurnTransaction(ctx, async (turn) => {
    const row = await lockExecutionOf(turn, caller, key);
    await takeTurn(turn, row, { kind: 'stop' });
    await deleteRow(turn.tx, row.sid);
  });
}

async function lockExecutionOf(
  turn: TurnTransaction,
  caller: Caller,
  { flow, sid }: ExecutionKey,
): Promise<ExecutionRow> {
  const row = await lockExecution(turn.tx, sid);
  if (row === undefined || row.flow !== flow || row.account !== caller.account) throw notFound();
  return row;
}

/** The variables of an execution; null once its personal data was removed. */
export function contextOf(ctx: ServiceContext, row: ExecutionRow): Context | null {
  return row.purged_at === null ? deserializeExecution(ctx, row).context : null;
}
