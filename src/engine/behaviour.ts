/** What a widget does when it is entered and when something arrives while it waits. */

import type { State } from '#flow/definition.ts';
import type { Json, JsonObject } from '#flow/json/json.ts';
import type { Command } from './commands/command.ts';
import type { Context, Note, VariableChange, Wait } from './execution.ts';
import type { Signal } from './signal.ts';

/** A wait without its id, which `advance` gives. */
export type WaitRequest = Wait extends infer W ? (W extends Wait ? Omit<W, 'id'> : never) : never;

/**
 * What a behaviour may read. `render` fills a template with the context and the limits (an undefined
 * variable is empty text; mistakes become notes on the step); `effect(word)` makes the key of a command.
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
  render(template: Json | undefined): string;
  effect(word: string): string;
  /** A change below `widgets.NAME`. */
  output(value: JsonObject): VariableChange;
};

/**
 * `go` leaves by that event, `entry` being the index of the transition where an event has several; `wait`
 * begins a wait; `keep` goes on with the present wait and keeps what was set until the widget is left;
 * `stay` ignores the signal, which is noted with 81002; `end` ends the execution whatever the transitions
 * say, leaving by `end` as the event's name. `call` becomes the live call.
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
