/** An execution as the engine sees it: plain JSON, everything needed to go on after a restart. */

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
 * What an execution is waiting for. `id` is unique within the execution, so that a late timer or a
 * repeated callback of an earlier wait is recognised and moves nothing.
 *
 * `reply`: a message from the contact. `call`: the carrier carries out `verbs` on the live call and will
 * say how that ended. `effect`: the result of the command with that key (HTTP, message, call, subflow,
 * task, recording). `return`: another application has the call or the conversation and will give it back.
 * `timeout_ms` after which a timeout signal is due, null for none; 30 days is the life of the
 * execution itself and is the runner's matter.
 */
export type Wait = { id: string; timeout_ms: number | null } & (
  | { for: 'reply' }
  | { for: 'call'; verbs: MarkupVerb[] }
  | { for: 'effect'; effect: string }
  | { for: 'return'; url: string; method: 'GET' | 'POST' }
);

export type Execution = {
  status: 'active' | 'ended';
  /** Name of the widget that is being processed; null before the trigger and after the end. */
  widget: string | null;
  wait: Wait | null;
  context: Context;
  /** Steps recorded so far; the next step has `seq = steps + 1`. */
  steps: number;
  /** Steps of its subflows, or of the parent before it: they count for the limit. Left out while there are none. */
  elsewhere?: number;
  /** How many times in a row `widget` was entered. */
  repeats: number;
  /** Waits begun so far. */
  waits: number;
  /** SID of the live call that voice widgets speak on; null when there is none. */
  call: string | null;
  /** What the current widget has set before it waited; joins the step's changes when the widget is left. */
  pending: VariableChange[];
  /** What the current widget has remarked before it waited; joins the step's notes likewise. */
  notes: Note[];
  /** True for the child of a run-subflow widget: it may not run a subflow itself. */
  child: boolean;
};

/** One variable set: the path below the context and its new value. */
export type VariableChange = { path: string[]; value: Json };

/** A remark on a step that a person should see: `code` is the documented run-time code (81002) or 0. */
export type Note = { code: number; message: string };

/**
 * The processing of one widget, from entering to leaving it. `name` is the event that left it, or one of
 * four that no transition can name: `stopped` (ended from outside), `hangup` (the contact hung up on a widget
 * without that event), `noCall` (a voice widget without a live call), `notRunnable` (a widget of an unknown
 * type, or a trigger inside the flow). `transitioned_to` is the next widget or the literal `Ended`. Its context
 * is the sum of the changes of all steps up to it; the first step's changes carry everything that the trigger
 * brought.
 */
export type Step = {
  seq: number;
  name: string;
  type: string;
  transitioned_from: string;
  transitioned_to: string;
  changes: VariableChange[];
  notes: Note[];
};
