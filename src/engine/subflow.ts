/** A subflow's execution within its parent's: what it starts with, and what it returns. */

import { isObject, type JsonObject } from '#flow/json/json.ts';
import type { TriggerSignal } from './behaviours/trigger.ts';
import type { Command } from './commands/command.ts';
import type { Execution } from './execution.ts';
import type { Result, Signal } from './signal.ts';

/** The documented code for a subflow that could not be run. */
const subflowErrorCode = 81024;

/** How a subflow starts. `step` is the SID of the parent's step, `parent` its state at the command. */
export function subflowStart(
  command: Extract<Command, { kind: 'start-subflow' }>,
  step: string,
  parent: Execution,
): Pick<TriggerSignal, 'event' | 'trigger' | 'data' | 'call'> & { counted: number } {
  return {
    event: 'incomingParent',
    trigger: withStep(command.trigger, step),
    data: {},
    call: parent.call,
    counted: parent.steps + (parent.elsewhere ?? 0),
  };
}

function withStep(trigger: JsonObject, step: string): JsonObject {
  return isObject(trigger.parent) ? { ...trigger, parent: { ...trigger.parent, step_sid: step } } : trigger;
}

/** The result of a subflow that has ended: the variables that it set, and how many steps it made. */
export function subflowResult({ context, steps }: Pick<Execution, 'context' | 'steps'>): Result {
  const { variables } = context.flow;
  return { ok: true, data: isObject(variables) ? variables : {}, steps };
}

/** The result of a subflow that could not be run, or was stopped. */
export function subflowFailure(message: string): Result {
  return { ok: false, code: subflowErrorCode, message, data: {} };
}

/** What the parent gets once `signal` has ended its subflow: a hang-up is the parent's too. */
export function resumingSignal(signal: Signal, effect: string, child: Execution): Signal {
  if (signal.kind === 'hangup') return signal;
  const result = signal.kind === 'stop' ? subflowFailure('The subflow was stopped') : subflowResult(child);
  return { kind: 'result', effect, result };
}
