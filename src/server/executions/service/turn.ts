/**
 * Starts executions and takes their turns, each inside one transaction: the engine runs, and everything that it led to
 * becomes rows. Nothing waits for the network; an effect that needs it becomes a job (transactional outbox).
 */

import { advance, newExecution } from '#engine/advance.ts';
import type { Command } from '#engine/commands/command.ts';
import type { Result, Signal } from '#engine/signal.ts';
import { resumingSignal, subflowFailure, subflowResult, subflowStart } from '#engine/subflow.ts';
import { maxLifetimeMs } from '#engine/wait-timeout.ts';
import { definitionOf, revisionNamed } from '../../flows/runnable/service.ts';
import type { ExecutionRow } from '../../platform/database/schema/tables.ts';
import { executionPrefix, shardOfExecution, shardOfPair } from '../../platform/database/shard.ts';
import { deleteJobsOf } from '../../platform/jobs/queue.ts';
import { withSpan } from '../../platform/tracing.ts';
import { findActiveChild, insertExecution } from '../store/executions.ts';
import { lockExecution } from '../store/locks.ts';
import { cancelEffect, executeCommand } from '../turn/dispatch.ts';
import type { TurnMetrics } from '../turn/metrics.ts';
import { type EngineRun, persistRun } from '../turn/persist.ts';
import { deserializeExecution, serializeExecution, stepSid } from '../turn/serialization.ts';
import type { CommandOutcome } from './command-handler.ts';
import type { CommandIssuer, TurnTransaction } from './turn-transaction.ts';
import { ensureStored } from './unstored-executions.ts';

type TriggerSignal = Extract<Signal, { kind: 'trigger' }>;
type SubflowCommand = Extract<Command, { kind: 'start-subflow' }>;

export type ExecutionStart = Pick<
  TriggerSignal,
  'event' | 'contact' | 'channel' | 'trigger' | 'data' | 'call'
> & {
  account: string;
  flow: string;
  revision: number;
  /** At most one exclusive execution of an address pair is active; others may run concurrently. */
  exclusive: boolean;
  /** SID of the message or call that starts it. */
  initiatedBy: string | null;
  parent?: { sid: string; effect: string; step: string; expires_at: number; counted: number };
};

/** Stores a new execution and takes its first turn. Null when the address pair has an active exclusive one already. */
export async function startExecution(
  turn: TurnTransaction,
  start: ExecutionStart,
): Promise<ExecutionRow | null> {
  const row = newRow(turn, start, newExecutionSid(turn, start));
  if (!(await insertExecution(turn.tx, row))) return null;
  return takeFirstTurn(turn, row, start);
}

/**
 * Takes the first turn of a new execution and stores both together, in the transaction that has found no active
 * exclusive execution of the address pair. `sid` is one of `newExecutionSid`. The transaction runs again when another one
 * takes the pair meanwhile.
 */
export async function startInFreePair(
  turn: TurnTransaction,
  start: ExecutionStart,
  sid = newExecutionSid(turn, start),
): Promise<ExecutionRow> {
  const row = newRow(turn, start, sid);
  turn.unstored.set(sid, row);
  const after = await takeFirstTurn(turn, row, start);
  // A trigger that changes nothing has stored nothing.
  await ensureStored(turn, sid);
  return after;
}

/** A SID for a new execution of the address pair. */
export function newExecutionSid(
  turn: TurnTransaction,
  { account, contact, channel }: Pick<ExecutionStart, 'account' | 'contact' | 'channel'>,
): string {
  return `${executionPrefix(shardOfPair(account, contact, channel))}${turn.ctx.ids.sid('FN').slice(4)}`;
}

function newRow(turn: TurnTransaction, start: ExecutionStart, sid: string): ExecutionRow {
  const { account, contact, channel, parent } = start;
  const expiresAt = parent?.expires_at ?? turn.now + maxLifetimeMs;
  return {
    sid,
    shard: shardOfExecution(sid),
    account,
    flow: start.flow,
    revision: start.revision,
    contact,
    channel,
    exclusive: start.exclusive ? 1 : 0,
    status: 'active',
    waiting: null,
    widget: null,
    ...serializeExecution(turn.ctx, sid, newExecution()),
    version: 0,
    due_at: expiresAt,
    expires_at: expiresAt,
    initiated_by: start.initiatedBy,
    parent: parent?.sid ?? null,
    parent_effect: parent?.effect ?? null,
    parent_step: parent?.step ?? null,
    created_at: turn.now,
    updated_at: null,
    purged_at: null,
    event: null,
    error: null,
    log_number: 0,
    ended_by: null,
  };
}

function takeFirstTurn(
  turn: TurnTransaction,
  row: ExecutionRow,
  { event, contact, channel, trigger, data, call, parent }: ExecutionStart,
): Promise<ExecutionRow> {
  turn.startEvents.push(event);
  const origin = {
    flow_sid: row.flow,
    execution_sid: row.sid,
    child: parent !== undefined,
    ...(parent && { counted: parent.counted }),
  };
  const signal: TriggerSignal = { kind: 'trigger', event, contact, channel, trigger, data, call, ...origin };
  return takeTurn(turn, row, signal, 'running');
}

/**
 * Gives `signal` to an execution and stores what follows. `row` must be locked by this transaction. Returns the row
 * after the turn; the very same object when the signal changed nothing. A subflow that ends resumes its parent, unless
 * the parent is itself `running` this turn.
 */
export async function takeTurn(
  turn: TurnTransaction,
  row: ExecutionRow,
  signal: Signal,
  parent: 'running' | 'waiting' = 'waiting',
): Promise<ExecutionRow> {
  if (row.status === 'ended') return row;
  const after = await runAndPersist(turn, row, signal);
  if (after === row) return row;
  if (after.status === 'ended') {
    // Only an execution that waited for an effect can leave a job or a subflow behind.
    if (row.waiting === 'effect') await cancelPendingWork(turn, row, signal);
    // Only a stop leaves a call's wait without its widget taking back what it waited for.
    else if (row.waiting === 'call' && signal.kind === 'stop') await cancelAwaitedEffect(turn, row);
    if (parent === 'waiting') await resumeParent(turn, after, signal);
  }
  return after;
}

/** The part of a turn that concerns the execution alone; the very same row when the signal changed nothing. */
function runAndPersist(turn: TurnTransaction, row: ExecutionRow, signal: Signal): Promise<ExecutionRow> {
  const attributes = {
    'patchbay.flow': row.flow,
    'patchbay.execution': row.sid,
    'patchbay.signal': signal.kind,
  };
  return withSpan('turn', attributes, async (span) => {
    const run = await runEngine(turn, row, signal);
    const { steps } = run;
    span.setAttribute('patchbay.steps', steps.length);
    if (run.execution === run.before) return row;
    const after = persistRun(turn, row, run);
    const ended = after.status === 'ended' ? endReason(row, signal, turn.now) : null;
    const { account, flow, sid: execution } = row;
    turn.turns.push({ account, flow, execution, signal: signal.kind, steps, ended });
    return after;
  });
}

function endReason(row: ExecutionRow, { kind }: Signal, now: number): TurnMetrics['ended'] {
  if (kind === 'stop') return row.expires_at <= now ? 'expired' : 'stopped';
  return kind === 'hangup' ? 'hangup' : 'finished';
}

/** Runs the engine until neither a signal nor a command that completes at once is left. */
async function runEngine(turn: TurnTransaction, row: ExecutionRow, signal: Signal): Promise<EngineRun> {
  const definition = await definitionOf(turn.ctx, turn.tx, row);
  const before = deserializeExecution(turn.ctx, row);
  const run: EngineRun = { before, execution: before, steps: [], deadline: null };
  const signals = [signal];
  for (let next = signals.shift(); next !== undefined; next = signals.shift()) {
    const { execution, steps, commands, ignored } = advance(
      definition,
      run.execution,
      next,
      turn.now,
      turn.ctx.config.timeZone,
      turn.work,
    );
    for (const { code, message } of ignored) turn.ctx.log.info({ execution: row.sid, code }, message);
    run.execution = execution;
    run.steps.push(...steps);
    for (const command of commands) {
      const { result, deadline } = await execute(turn, { row, execution }, command);
      if (result !== null) signals.push({ kind: 'result', effect: command.effect, result });
      if (deadline !== null) run.deadline = deadline;
    }
  }
  return run;
}

async function execute(
  turn: TurnTransaction,
  issuer: CommandIssuer,
  command: Command,
): Promise<CommandOutcome> {
  // A message has no foreign key to its execution.
  if (command.kind !== 'send-message') await ensureStored(turn, issuer.row.sid);
  if (command.kind !== 'start-subflow') return executeCommand(turn, issuer, command);
  return { result: await startSubflow(turn, issuer, command), deadline: null };
}

/** Starts a subflow in its parent's turn. Null while it is running. */
async function startSubflow(
  turn: TurnTransaction,
  issuer: CommandIssuer,
  command: SubflowCommand,
): Promise<Result | null> {
  const { row, execution } = issuer;
  const { account, contact, channel } = row;
  if (row.parent !== null) return subflowFailure('A subflow may not run a subflow');
  const name = command.revision;
  const revision = await revisionNamed(turn.tx, { account, flow: command.flow_sid, name });
  if (revision === null) return subflowFailure(`There is no revision "${name}" of ${command.flow_sid}`);
  const step = stepSid(row.sid, execution.steps + 1);
  const { counted, ...start } = subflowStart(command, step, execution);
  const child = await startInFreePair(turn, {
    account,
    flow: command.flow_sid,
    revision,
    contact,
    channel,
    exclusive: false,
    initiatedBy: row.initiated_by,
    ...start,
    parent: { sid: row.sid, effect: command.effect, step, expires_at: row.expires_at, counted },
  });
  return child.status === 'ended' ? subflowResult(deserializeExecution(turn.ctx, child)) : null;
}

/** Cancels the jobs, the subflow and the effect that the execution was waiting for. `ended` is its row before it ended. */
async function cancelPendingWork(turn: TurnTransaction, ended: ExecutionRow, signal: Signal): Promise<void> {
  if (signal.kind !== 'result') await cancelAwaitedEffect(turn, ended);
  await deleteJobsOf(turn.tx, ended.sid);
  const child = await findActiveChild(turn.tx, ended.sid);
  const row = child === undefined ? undefined : await lockExecution(turn.tx, child);
  if (row !== undefined) await takeTurn(turn, row, { kind: 'stop' }, 'running');
}

async function cancelAwaitedEffect(turn: TurnTransaction, row: ExecutionRow): Promise<void> {
  const { wait } = deserializeExecution(turn.ctx, row);
  const effect = wait?.for === 'effect' || wait?.for === 'call' ? wait.effect : undefined;
  if (effect === undefined) return;
  await cancelEffect(turn, { account: row.account, execution: row.sid, effect });
}

/** A hang-up hangs up the parent too; any other end of a subflow is the result that its parent waits for. */
async function resumeParent(turn: TurnTransaction, child: ExecutionRow, signal: Signal): Promise<void> {
  if (child.parent === null || child.parent_effect === null) return;
  const parent = await lockExecution(turn.tx, child.parent);
  if (parent === undefined) return;
  await takeTurn(
    turn,
    parent,
    resumingSignal(signal, child.parent_effect, deserializeExecution(turn.ctx, child)),
  );
}
