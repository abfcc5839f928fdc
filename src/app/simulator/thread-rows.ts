/** What the phone shows of a simulation: its transcript and the branches taken, as rows in their order. Pure. */

import type { FlowDefinition } from '#flow/definition.ts';
import type { SimulatedStep, Simulation, TranscriptEntry } from '#simulator/simulation.ts';
import { shownOutlets } from '../words/widget-labels.ts';

/** `branch` is the outcome of a split, by the label of its outlet. */
export type ThreadRow =
  | { kind: 'entry'; key: string; entry: TranscriptEntry }
  | { kind: 'branch'; key: string; widget: string; label: string };

/** Entries and splits in the order in which they happened. */
export function threadRows(simulation: Simulation, definition: FlowDefinition): ThreadRow[] {
  const { transcript, steps } = simulation;
  const rows: ThreadRow[] = [];
  let taken = 0;
  const addBranchesUpTo = (count: number) => {
    for (const step of steps.slice(taken, count)) {
      const branch = branchOf(step, definition);
      if (branch !== null) rows.push({ ...branch, key: `step ${taken}` });
      taken += 1;
    }
    taken = Math.max(taken, count);
  };
  transcript.forEach((entry, index) => {
    addBranchesUpTo(entry.step);
    // That a gather listens is seen by the keypad.
    if (entry.kind !== 'listening') rows.push({ kind: 'entry', key: `entry ${index}`, entry });
  });
  addBranchesUpTo(steps.length);
  return rows;
}

function branchOf(step: SimulatedStep, definition: FlowDefinition) {
  if (step.type !== 'split-based-on' || step.role !== 'flow') return null;
  const widget = step.transitioned_from;
  const state = definition.states.find(({ name }) => name === widget);
  const leaving = state === undefined ? [] : shownOutlets(state).filter(({ event }) => event === step.name);
  const outlet = leaving.find(({ next }) => next === step.transitioned_to) ?? leaving[0];
  return { kind: 'branch' as const, widget, label: outlet?.label ?? step.name };
}
