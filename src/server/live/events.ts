/** What happened in executions, as events: read from the rows of turns, executions and steps. */

import type { EventType } from '#api/live/events.ts';
import type { Queries } from '../platform/database/database.ts';
import type { Position } from './position.ts';
import {
  type EventStep,
  findExecutionSummary,
  type LogPosition,
  listTurnsFrom,
  maxTurnsPerRead,
  type ReadTurn,
  stepsAfter,
  stepsOfTurns,
} from './store.ts';

/** `step` is there for the end of a step and null otherwise. `at` is epoch milliseconds. */
export type LiveEvent = {
  kind: EventType;
  at: number;
  account: string;
  flow: string;
  execution: string;
  revision: number | null;
  contact: string | null;
  initiated_by: string | null;
  parent: string | null;
  parent_step: string | null;
  step: EventStep | null;
};

/** An event of an account with its turn, and the position behind it. */
export type PositionedEvent = { event: LiveEvent; turn: LogPosition; position: Position };

/** Turns with more steps than this in all are not read together. */
const maxStepsPerRead = 1_000;

/**
 * The next events of the account after `position`, in an order in which those of one execution follow each
 * other as they happened. `more` is true when there may be further ones; then there is at least one, or
 * `next` has moved.
 */
export async function eventsAfter(
  db: Queries,
  account: string,
  position: Position,
): Promise<{ events: PositionedEvent[]; next: Position; more: boolean }> {
  const read = await listTurnsFrom(db, account, position);
  const turns = limitSteps(read);
  const [first, last] = [turns[0], turns.at(-1)];
  if (first === undefined || last === undefined) return { events: [], next: position, more: false };
  const hasSteps = turns.some(({ first_step, last_step }) => first_step <= last_step);
  const steps = hasSteps ? await stepsOfTurns(db, account, first, last) : [];
  const bySeq = new Map(steps.map((step) => [`${step.execution}.${step.seq}`, step]));
  const events = turns.flatMap((turn) => eventsOf(account, turn, bySeq));
  const sentBefore = first.xid === position.xid && first.serial === position.serial ? position.sent : 0;
  return {
    events: sentBefore === 0 ? events : events.filter((each) => isUnsent(each, position)),
    next: { xid: last.xid, serial: last.serial + 1, sent: 0 },
    more: turns.length < read.length || read.length === maxTurnsPerRead,
  };
}

function isUnsent({ position }: PositionedEvent, { xid, serial, sent }: Position): boolean {
  return position.xid !== xid || position.serial !== serial || position.sent > sent;
}

function limitSteps(turns: ReadTurn[]): ReadTurn[] {
  let steps = 0;
  const end = turns.findIndex(({ first_step, last_step }, index) => {
    steps += Math.max(0, last_step - first_step + 1);
    return index > 0 && steps > maxStepsPerRead;
  });
  return end === -1 ? turns : turns.slice(0, end);
}

/** Steps that are gone, because their execution was deleted, leave a gap in the count and nothing else. */
function eventsOf(account: string, turn: ReadTurn, steps: ReadonlyMap<string, EventStep>): PositionedEvent[] {
  const { xid, serial, first_step: first, last_step: last } = turn;
  const total = turn.began + Math.max(0, last - first + 1) + turn.ended;
  const events: PositionedEvent[] = [];
  const add = (kind: EventType, sent: number, step: EventStep | null) => {
    const position = sent === total ? { xid, serial: serial + 1, sent: 0 } : { xid, serial, sent };
    events.push({ event: { ...executionFieldsOf(account, turn), kind, at: turn.at, step }, turn, position });
  };
  if (turn.began === 1) add('flow.execution.started', 1, null);
  for (let seq = first; seq <= last; seq += 1) {
    const step = steps.get(`${turn.execution}.${seq}`);
    if (step !== undefined) add('flow.step.ended', turn.began + seq - first + 1, step);
  }
  if (turn.ended === 1) add('flow.execution.ended', total, null);
  return events;
}

type ExecutionFields = Omit<LiveEvent, 'kind' | 'at' | 'step'>;

function executionFieldsOf(account: string, turn: ReadTurn): ExecutionFields {
  const { flow, execution, revision, contact, initiated_by, parent, parent_step } = turn;
  return {
    account,
    flow,
    execution,
    revision,
    contact: contact || null,
    initiated_by,
    parent,
    parent_step,
  };
}

/** How far a reader has come in one execution: its steps up to `seq`, and whether its end. */
export type Progress = { seq: number; ended: boolean };

/**
 * What an execution did after `progress`, with the progress behind each event; null when it is gone. Its steps
 * are numbered without a gap in the order of their turns, so nothing else is needed, and nothing runs out.
 */
export async function executionEventsAfter(
  db: Queries,
  { account, execution }: { account: string; execution: string },
  progress: Progress,
): Promise<{ event: LiveEvent; progress: Progress }[] | null> {
  const summary = await findExecutionSummary(db, account, execution);
  if (summary === undefined) return null;
  if (progress.ended) return [];
  const { status, created_at, updated_at, ...rest } = summary;
  const fields: ExecutionFields = { ...rest, account, execution, contact: summary.contact || null };
  const events: { event: LiveEvent; progress: Progress }[] = [];
  let { seq } = progress;
  for (;;) {
    const steps = await stepsAfter(db, execution, seq);
    for (const step of steps) {
      seq = step.seq;
      const event: LiveEvent = { ...fields, kind: 'flow.step.ended', at: step.created_at, step };
      events.push({ event, progress: { seq, ended: false } });
    }
    if (steps.length === 0) break;
  }
  if (status === 'ended') {
    const event: LiveEvent = {
      ...fields,
      kind: 'flow.execution.ended',
      at: updated_at ?? created_at,
      step: null,
    };
    events.push({ event, progress: { seq, ended: true } });
  }
  return events;
}
