/**
 * The engine's transition function: applies one signal to an execution and returns the turn. Runs to completion
 * like a macrostep of SCXML: from widget to widget until the next wait or the end. Pure: no clock, no randomness,
 * no network.
 */

import type { FlowDefinition } from '#flow/definition.ts';
import { WorkBudget } from '#flow/work-budget/work-budget.ts';
import type { Command } from './commands/command.ts';
import { compileFlow } from './compile-flow.ts';
import { emptyContext } from './context.ts';
import type { Execution, Note, Step } from './execution.ts';
import { Interpreter } from './interpreter.ts';
import type { Signal } from './signal.ts';

/** The result of one signal. `ignored` has the notes on a signal that had no effect. */
export type Turn = { execution: Execution; steps: Step[]; commands: Command[]; ignored: Note[] };

/** An execution before its trigger signal. */
export function newExecution(): Execution {
  return {
    status: 'active',
    widget: null,
    wait: null,
    context: emptyContext(),
    steps: 0,
    repeats: 0,
    waits: 0,
    call: null,
    pending: [],
    notes: [],
    child: false,
  };
}

/**
 * Applies `signal` to `execution`, which is not mutated; a signal without effect returns the same object. `now` is
 * in epoch milliseconds, `timeZone` the IANA name of the zone in which templates format dates, `work` the budget that
 * this call shares with others of its turn. Never throws for any input from a definition, a contact or another system.
 */
export function advance(
  definition: FlowDefinition,
  execution: Execution,
  signal: Signal,
  now: number,
  timeZone = 'UTC',
  work = new WorkBudget(),
): Turn {
  const interpreter = new Interpreter(compileFlow(definition), execution, { now, timeZone }, work);
  interpreter.handle(signal);
  return interpreter.turn();
}
