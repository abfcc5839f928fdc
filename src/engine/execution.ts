/** The state of an execution: plain JSON, with everything that is needed to resume it after a restart. */

import type { Json, JsonObject } from '#flow/json/json.ts';
import type { MarkupVerb } from './commands/markup-verb.ts';

/** The variables that templates read. Keys of `widgets` are widget names. */
export type Context = {
  flow: JsonObject;
  trigger: JsonObject;
  contact: JsonObject;
  widgets: JsonObject;
};

/**
 * What an execution is waiting for. `id` is unique within the execution, so that a late timer or a repeated
 * callback of an earlier wait is recognised and ignored.
 *
 * `reply`: a message from the contact. `call`: the carrier executes the markup `verbs` on the live call and will
 * report the result; with `effect`, the result of that command ends the wait too. `effect`: the result of the command with that key (HTTP, message, call, subflow,
 * task, recording). `return`: another application controls the call or the conversation and will return it.
 * `timeout_ms` after which a timeout signal is due, null for none; the server enforces the
 * maximum lifetime of 30 days of the execution itself.
 */
export type Wait = { id: string; timeout_ms: number | null } & (
  | { for: 'reply' }
  | { for: 'call'; verbs: MarkupVerb[]; effect?: string }
  | { for: 'effect'; effect: string }
  | { for: 'return'; url: string; method: 'GET' | 'POST' }
);

export type Execution = {
  status: 'active' | 'ended';
  /** Name of the current widget; null before the trigger and after the end. */
  widget: string | null;
  wait: Wait | null;
  context: Context;
  /** Steps recorded so far; the next step has `seq = steps + 1`. */
  steps: number;
  /** Steps of its subflows and of its parent, which count for the limit too. Left out while there are none. */
  elsewhere?: number;
  /** Bytes of its steps' changes so far, as JSON. Left out while there are none. */
  stored?: number;
  /** How many times in a row `widget` was entered. */
  repeats: number;
  /** Waits begun so far. */
  waits: number;
  /** SID of the live call of voice widgets; null when there is none. */
  call: string | null;
  /** Changes of the current widget before its wait; part of the step's changes once the widget is left. */
  pending: VariableChange[];
  /** Notes of the current widget before its wait; part of the step's notes likewise. */
  notes: Note[];
  /** True for the child of a run-subflow widget: it may not run a subflow itself. */
  child: boolean;
};

/** One variable set: the path below the context and its new value. */
export type VariableChange = { path: string[]; value: Json };

/** A warning on a step for the operator: `code` is the documented run-time code (81002) or 0. */
export type Note = { code: number; message: string };

/**
 * The execution of one widget, from entry to exit. `name` is the event by which it was left, or one of five
 * without a transition: `stopped` (ended through the API), `hangup` (the contact hung up on a widget
 * without that event), `noCall` (a voice widget without a live call), `notRunnable` (a widget of an unknown
 * type, or a trigger inside the flow), `limitExceeded` (the turn, the context or the steps became too large, at a
 * widget without an event for failure). `transitioned_to` is the next widget or the literal `Ended`. The
 * context at a step is the sum of the changes up to it (event sourcing): a value that the context had already is no
 * change. The first step's changes include the data of the trigger.
 */
export type Step = {
  seq: number;
  name: string;
  type: string;
  transitioned_from: string;
  transitioned_to: string;
  /** Index of the transition that was taken, in the state's list; left out where there was none. Not stored. */
  transition?: number;
  changes: VariableChange[];
  notes: Note[];
};
