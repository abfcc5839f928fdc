/**
 * The engine: takes a signal, walks until the next wait or the end, and gives back the turn.
 * Pure: no clock, no chance, no network. `now` is handed in as epoch milliseconds.
 */

import type { FlowDefinition } from '#flow/definition.ts';
import type { Command } from './command.ts';
import type { Execution, Note, Step } from './execution.ts';
import type { Signal } from './signal.ts';

/** What one signal led to. `ignored` holds what was noted about a signal that moved nothing. */
export type Turn = { execution: Execution; steps: Step[]; commands: Command[]; ignored: Note[] };

export declare function advance(
  definition: FlowDefinition,
  execution: Execution,
  signal: Signal,
  now: number,
): Turn;
export declare function beginExecution(): Execution;
