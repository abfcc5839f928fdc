/** What the steps of an execution add up to. */

import { applyChanges, emptyContext } from '../context.ts';
import type { Context, Step } from '../execution.ts';

/** The context after the last of `steps`, which must start with the first step of the execution. */
export function contextAfter(steps: readonly Pick<Step, 'changes'>[]): Context {
  return steps.reduce((context, { changes }) => applyChanges(context, changes), emptyContext());
}
