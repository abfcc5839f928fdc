/** What a simulation waits for. */

import type { MarkupVerb } from '#engine/commands/markup-verb.ts';
import { compileFlow } from '#engine/compile-flow.ts';
import { emptyDefinition, type FlowDefinition, type State } from '#flow/definition.ts';
import { type DueAction, dueAction } from './due-action.ts';
import { actingMember, type MissingMock, type Role, type Scenario, type Simulation } from './simulation.ts';

/**
 * `widget` is where the acting execution is; `next` is what the clock does next, null when nothing is due.
 *
 * `reply`: a message of the contact. `verbs`: the caller, or the carrier's report on the markup. `call`: a person who
 * answers a placed call. `return`: another application. `mock`: the response of another system.
 */
export type Waiting = { role: Role; widget: string; next: DueAction | null } & (
  | { for: 'reply' | 'call' | 'return' | 'other' }
  | { for: 'verbs'; verbs: readonly MarkupVerb[] }
  | { for: 'mock'; missing: MissingMock }
);

/** What the simulation waits for; null once the flow has ended. */
export function waitingOf(simulation: Simulation): Waiting | null {
  const { role, member } = actingMember(simulation);
  const { status, widget, wait } = member.execution;
  if (status === 'ended' || widget === null) return null;
  const at = { role, widget, next: dueAction(simulation) };
  const { missing } = simulation;
  if (missing !== null && missing.role === role) return { ...at, for: 'mock', missing };
  switch (wait?.for) {
    case 'reply':
    case 'return':
      return { ...at, for: wait.for };
    case 'call':
      return { ...at, for: 'verbs', verbs: wait.verbs };
    case 'effect':
      return { ...at, for: simulation.calls.some(({ effect }) => effect === wait.effect) ? 'call' : 'other' };
    default:
      return { ...at, for: 'other' };
  }
}

/** The definition that an execution runs; an empty one for a subflow without a definition. */
export function definitionFor(scenario: Scenario, role: Role, flow: string): FlowDefinition {
  if (role === 'flow') return scenario.definition;
  return scenario.subflows?.[flow] ?? emptyDefinition();
}

/** The state of the widget at which the acting execution is; null when the definition does not have it (any more). */
export function waitingState(scenario: Scenario, simulation: Simulation): State | null {
  const { role, member } = actingMember(simulation);
  const { widget } = member.execution;
  if (widget === null) return null;
  const flow = compileFlow(definitionFor(scenario, role, member.flow));
  return flow.widgets.get(widget)?.state ?? null;
}
