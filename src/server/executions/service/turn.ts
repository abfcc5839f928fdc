/**
 * Executions begin and take their turns here, inside one transaction: the engine walks, and all that it
 * led to becomes rows. Nothing waits for the network; what needs it becomes a job.
 */

import { advance, newExecution } from '#engine/advance.ts';
import type { Command } from '#engine/command.ts';
import type { Result, Signal } from '#engine/signal.ts';
import { isObject, type JsonObject } from '#flow/json/json.ts';
import { definitionOf } from '../../flows/runnable/definitions.ts';
import { revisionNamed } from '../../flows/runnable/service.ts';
import { cancelCall } from '../../messaging/calls/command-handlers.ts';
import { isTerminal } from '../../messaging/calls/status.ts';
import { findCallOf } from '../../messaging/calls/store.ts';
import type { ExecutionRow } from '../../platform/database/schema/tables.ts';
import { deleteJobsOf } from '../../platform/jobs/queue.ts';
import { withSpan } from '../../platform/tracing.ts';
import { activeChildOf, insertExecution, lockExecution } from '../store/executions.ts';
import { executeCommand } from '../turn/execute-command.ts';
import { type EngineRun, persistRun } from '../turn/persist.ts';
import { deserializeExecution, serializeExecution, shardOf, stepSid } from '../turn/serialization.ts';
import type { CommandIssuer, TurnMetrics, TurnTransaction } from './turn-transaction.ts';

/** How long an execution may live (documented). */
const maxLifetimeMs = 30 * 86_400_000;
const subflowErrorCode = 81024;

type TriggerSignal = Extract<Signal, { kind: 'trigger' }>;
type SubflowCommand = Extract<Command, { kind: 'start-subflow' }>;

export type ExecutionStart = Pick<
  TriggerSignal,
  'event' | 'contact' | 'channel' | 'trigger' | 'data' | 'call'
> & {
  account: string;
  flow: string;
  revision: number;
  /** False for what may run beside others of the same pair. */
  exclusive: boolean;
  /** SID of the message or call that starts it. */
  initiatedBy: string | null;
  parent?: { sid: string; effect: string; step: string; expires_at: number; counted: number };
};

/** Stores a new execution and lets it take its first turn. Null when the pair has an active one already. */
export async function startExecution(
  work: TurnTransaction,
  start: ExecutionStart,
): Promise<ExecutionRow | null> {
  const { account, contact, channel, parent } = start;
  const sid = `FN${shardOf(account, contact, channel)}${work.ctx.ids.sid('FN').slice(4)}`;
  const expiresAt = parent?.expires_at ?? work.now + maxLifetimeMs;
  const row: ExecutionRow = {
    sid,
    account,
    flow: start.flow,
    revision: start.revision,
    contact,
    channel,
    exclusive: start.exclusive ? 1 : 0,
    status: 'active',
    waiting: null,
    ...serializeExecution(sid, newExecution()),
    version: 0,
    due_at: expiresAt,
    expires_at: expiresAt,
    initiated_by: start.initiatedBy,
    parent: parent?.sid ?? null,
    parent_effect: parent?.effect ?? null,
    parent_step: parent?.step ?? null,
    created_at: work.now,
    updated_at: null,
    purged_at: null,
  };
  if (!(await insertExecution(work.tx, row))) return null;
  work.startEvents.push(start.event);
  const { event, trigger, data, call } = start;
  const about = {
    flow_sid: start.flow,
    execution_sid: sid,
    child: parent !== undefined,
    ...(parent && { counted: parent.counted }),
  };
  const signal: TriggerSignal = { kind: 'trigger', event, contact, channel, trigger, data, call, ...about };
  return await takeTurn(work, row, signal, 'asks');
}

/**
 * Gives `signal` to an execution and stores what follows. `row` must be locked by this transaction. Returns
 * the row as it then is; the very same object when the signal moved nothing. A child that ends here is
 * handed back to its parent, unless it is the parent that `asks`.
 */
export async function takeTurn(
  work: TurnTransaction,
  row: ExecutionRow,
  signal: Signal,
  parent: 'asks' | 'waits' = 'waits',
): Promise<ExecutionRow> {
  if (row.status === 'ended') return row;
  const after = await runAndPersist(work, row, signal);
  if (after === row) return row;
  if (after.status === 'ended') {
    // Only an execution that waited for an effect can leave a job or a child behind.
    if (row.waiting === 'effect') await cancelPendingWork(work, row, signal);
    if (parent === 'waits') await resumeParent(work, after, signal);
  }
  return after;
}

/** The part of a turn that is the execution's own; the very same row when the signal moved nothing. */
function runAndPersist(work: TurnTransaction, row: ExecutionRow, signal: Signal): Promise<ExecutionRow> {
  const about = { 'patchbay.flow': row.flow, 'patchbay.execution': row.sid, 'patchbay.signal': signal.kind };
  return withSpan('turn', about, async (span) => {
    const walk = await runEngine(work, row, signal);
    const steps = walk.steps.length;
    span.setAttribute('patchbay.steps', steps);
    if (walk.execution === walk.before) return row;
    const after = persistRun(work, row, walk);
    const ended = after.status === 'ended' ? endReason(row, signal, work.now) : null;
    work.turnMetrics.push({ flow: row.flow, execution: row.sid, signal: signal.kind, steps, ended });
    return after;
  });
}

function endReason(row: ExecutionRow, { kind }: Signal, now: number): TurnMetrics['ended'] {
  if (kind === 'stop') return row.expires_at <= now ? 'expired' : 'stopped';
  return kind === 'hangup' ? 'hangup' : 'finished';
}

/** Lets the engine walk until neither a signal nor a command that can be carried out at once is left. */
async function runEngine(work: TurnTransaction, row: ExecutionRow, signal: Signal): Promise<EngineRun> {
  const definition = await definitionOf(work.tx, row.flow, row.revision);
  const before = deserializeExecution(row);
  const walk: EngineRun = { before, execution: before, steps: [], deadline: null };
  const signals = [signal];
  for (let next = signals.shift(); next !== undefined; next = signals.shift()) {
    const { execution, steps, commands, ignored } = advance(
      definition,
      walk.execution,
      next,
      work.now,
      work.ctx.config.timeZone,
    );
    for (const { code, message } of ignored) work.ctx.log.info({ execution: row.sid, code }, message);
    walk.execution = execution;
    walk.steps.push(...steps);
    for (const command of commands) {
      const { result, deadline: giveUpAt } = await execute(work, { row, execution }, command);
      if (result !== null) signals.push({ kind: 'result', effect: command.effect, result });
      if (giveUpAt !== null) walk.deadline = giveUpAt;
    }
  }
  return walk;
}

async function execute(work: TurnTransaction, asker: CommandIssuer, command: Command) {
  if (command.kind !== 'start-subflow') return executeCommand(work, asker, command);
  return { result: await startSubflow(work, asker, command), giveUpAt: null };
}

/** Starts a subflow in its parent's turn. Null while the child is still running. */
async function startSubflow(
  work: TurnTransaction,
  asker: CommandIssuer,
  command: SubflowCommand,
): Promise<Result | null> {
  const { row, execution } = asker;
  const { account, contact, channel } = row;
  if (row.parent !== null) return subflowFailure('A subflow may not run a subflow');
  const name = command.revision;
  const revision = await revisionNamed(work, { account, flow: command.flow_sid, name });
  if (revision === null) return subflowFailure(`There is no revision "${name}" of ${command.flow_sid}`);
  const step = stepSid(row.sid, execution.steps + 1);
  const counted = execution.steps + (execution.elsewhere ?? 0);
  const child = await startExecution(work, {
    account,
    flow: command.flow_sid,
    revision,
    contact,
    channel,
    exclusive: false,
    initiatedBy: row.initiated_by,
    event: 'incomingParent',
    trigger: withStep(command.trigger, step),
    data: {},
    call: execution.call,
    parent: { sid: row.sid, effect: command.effect, step, expires_at: row.expires_at, counted },
  });
  if (child === null) return subflowFailure('The subflow could not be started');
  return child.status === 'ended' ? subflowResult(child) : null;
}

function withStep(trigger: JsonObject, step: string): JsonObject {
  return isObject(trigger.parent) ? { ...trigger, parent: { ...trigger.parent, step_sid: step } } : trigger;
}

/** What a subflow gives back: the variables that it set, and how many steps it made. */
function subflowResult(child: ExecutionRow): Result {
  const { context, steps } = deserializeExecution(child);
  const { variables } = context.flow;
  return { ok: true, data: isObject(variables) ? variables : {}, steps };
}

function subflowFailure(message: string): Result {
  return { ok: false, code: subflowErrorCode, message, data: {} };
}

/** `ended` as it was before it ended. */
async function cancelPendingWork(work: TurnTransaction, ended: ExecutionRow, signal: Signal): Promise<void> {
  if (signal.kind !== 'result') await cancelRingingCall(work, ended);
  await deleteJobsOf(work.tx, ended.sid);
  const child = await activeChildOf(work.tx, ended.sid);
  const row = child === undefined ? undefined : await lockExecution(work.tx, child);
  if (row !== undefined) await takeTurn(work, row, { kind: 'stop' }, 'asks');
}

async function cancelRingingCall(work: TurnTransaction, row: ExecutionRow): Promise<void> {
  const { wait } = deserializeExecution(row);
  if (wait?.for !== 'effect') return;
  const key = { account: row.account, execution: row.sid, effect: wait.effect };
  const call = await findCallOf(work.tx, key);
  if (call !== undefined && !isTerminal(call.status)) await cancelCall(work, call, 'canceled');
}

/** A hang-up is over for the parent too; any other end of a child is the result that its parent waits for. */
async function resumeParent(work: TurnTransaction, child: ExecutionRow, signal: Signal): Promise<void> {
  if (child.parent === null || child.parent_effect === null) return;
  const parent = await lockExecution(work.tx, child.parent);
  if (parent === undefined) return;
  const result = signal.kind === 'stop' ? subflowFailure('The subflow was stopped') : subflowResult(child);
  await takeTurn(
    work,
    parent,
    signal.kind === 'hangup' ? signal : { kind: 'result', effect: child.parent_effect, result },
  );
}
