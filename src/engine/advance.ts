/**
 * The engine: takes a signal, walks until the next wait or the end, and gives back the turn.
 * Pure: no clock, no chance, no network. `now` is handed in as epoch milliseconds, and the time zone in which
 * templates write dates by its IANA name.
 */

import type { FlowDefinition } from '#flow/definition.ts';
import type { Command } from './commands/command.ts';
import { compileFlow } from './compile-flow.ts';
import { emptyContext } from './context.ts';
import type { Execution, Note, Step } from './execution.ts';
import { Interpreter } from './interpreter.ts';
import type { Signal } from './signal.ts';

/** What one signal led to. `ignored` holds what was noted about a signal that moved nothing. */
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
 * What `signal` does to `execution`, which stays as it was; a signal that moves nothing gives the same object
 * back. Never throws for anything that a definition, a contact or another system can write.
 */
export function advance(
  definition: FlowDefinition,
  execution: Execution,
  signal: Signal,
  now: number,
  timeZone = 'UTC',
): Turn {
  const walk = new Interpreter(compileFlow(definition), execution, { now, timeZone });
  walk.handle(signal);
  return walk.turn();
}
