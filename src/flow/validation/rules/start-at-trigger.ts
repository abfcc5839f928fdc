/** The quick fix of a flow that does not start at its trigger. */

import type { FlowDefinition } from '../../definition.ts';
import type { Finding } from '../finding.ts';
import type { QuickFix } from './rule.ts';

/** Makes the trigger the initial state; null where the flow has none with a name. */
export function startAtTrigger(
  _finding: Finding,
  _path: readonly string[],
  { states }: FlowDefinition,
): QuickFix | null {
  const trigger = states.find(({ type }) => type === 'trigger')?.name;
  if (trigger === undefined || trigger === '') return null;
  return { label: `Start at ${trigger}`, edit: (before) => ({ ...before, initial_state: trigger }) };
}
