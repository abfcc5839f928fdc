/** The behaviour of a widget type: on entry, and on a signal while it waits. */

import type { State } from '#flow/definition.ts';
import type { Json, JsonObject } from '#flow/json/json.ts';
import type { WorkBudget } from '#flow/work-budget/work-budget.ts';
import type { Command } from './commands/command.ts';
import type { Context, Note, VariableChange, Wait } from './execution.ts';
import type { Signal } from './signal.ts';

/** A wait without its id, which the interpreter assigns. */
export type WaitRequest = Wait extends infer W ? (W extends Wait ? Omit<W, 'id'> : never) : never;

/**
 * What a behaviour may read. `render` renders a template with the context within the limits (an undefined
 * variable is empty text; errors become notes on the step); `effect(kind)` is the idempotency key of a command.
 * `work` is the budget of the turn: what takes time by the size of its input is spent from it. Once it is exceeded,
 * `render` and `spend` throw, and the interpreter leaves the widget by its failure event.
 */
export type TemplateScope = {
  name: string;
  properties: JsonObject;
  context: Context;
  wait: Wait | null;
  /** SID of the live call, or null. */
  call: string | null;
  child: boolean;
  now: number;
  /** IANA name of the configured zone. */
  timeZone: string;
  work: WorkBudget;
  render(template: Json | undefined): string;
  effect(kind: string): string;
  /** Sets `widgets.NAME`. */
  output(value: JsonObject): VariableChange;
};

/**
 * `go` leaves by that event, `entry` is the index of the transition where an event has several; `wait` starts a
 * wait; `keep` continues the present wait and holds `set` until the widget is left; `stay` ignores the signal, with
 * note 81002; `end` ends the execution regardless of transitions, with `end` as the name of the event. `call`
 * replaces the live call.
 */
export type Outcome = {
  set?: VariableChange[];
  commands?: Command[];
  notes?: Note[];
  call?: string | null;
} & (
  | { go: string; entry?: number }
  | { wait: WaitRequest }
  | { keep: true }
  | { stay: true }
  | { end: string }
);

export type Behaviour = {
  enter(state: State, scope: TemplateScope): Outcome;
  receive?(state: State, signal: Signal, scope: TemplateScope): Outcome;
};
