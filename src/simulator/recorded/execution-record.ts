/** What the service recorded of an execution, as a simulation of it needs it. */

import { applyChanges, emptyContext } from '#engine/context.ts';
import type { Context, Step } from '#engine/execution.ts';
import { isObject, type JsonObject } from '#flow/json/json.ts';

/** A step of an execution as the service shows it. `at` is when its widget was left, in epoch milliseconds. */
export type RecordedStep = Pick<Step, 'name' | 'transitioned_from' | 'changes' | 'notes'> & { at: number };

/** A step with the variables after it. */
export type RecordedMoment = RecordedStep & { context: Context };

/** The steps in order, each with the variables after it. */
export function recordedMoments(steps: readonly RecordedStep[]): RecordedMoment[] {
  let context = emptyContext();
  return steps.map((step) => {
    context = applyChanges(context, step.changes);
    return { ...step, context };
  });
}

/** The variables that the step's widget has left behind; {} where it has none. */
export function widgetVariables({ context, transitioned_from: widget }: RecordedMoment): JsonObject {
  const variables = Object.hasOwn(context.widgets, widget) ? context.widgets[widget] : undefined;
  return isObject(variables) ? variables : {};
}
