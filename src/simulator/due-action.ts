/** What the clock does next in a simulation. */

import type { Role, Simulation } from './simulation.ts';

/** `at` is in epoch milliseconds. */
export type DueAction = { at: number; role: Role } & ({ kind: 'timer' } | { kind: 'result'; effect: string });

/** What is due first, a result before a timer of the same time; null when nothing is. */
export function dueAction({ pending, flow, subflow }: Simulation): DueAction | null {
  const results = pending.map(({ at, role, effect }): DueAction => ({ at, role, kind: 'result', effect }));
  const timers = [
    { role: 'subflow' as const, due: subflow?.due ?? null },
    { role: 'flow' as const, due: flow.due },
  ].flatMap(({ role, due }): DueAction[] => (due === null ? [] : [{ at: due, role, kind: 'timer' }]));
  return [...results, ...timers].reduce<DueAction | null>(
    (first, each) => (first === null || each.at < first.at ? each : first),
    null,
  );
}
