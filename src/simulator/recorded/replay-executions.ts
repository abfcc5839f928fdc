/** Replays past executions on two definitions of their flow, a part at a time: which of them would go elsewhere. */

import { renameWidgets } from '#flow/change/rename-widgets.ts';
import type { FlowDefinition } from '#flow/definition.ts';
import { renamesOf } from '#flow/diff/change.ts';
import { diff } from '#flow/diff/diff.ts';
import { behaviourDiff, type DifferentRun, type Exit, type RecordedInputs } from '../behaviour-diff.ts';
import type { RecordedStep } from './execution-record.ts';
import { inputsOfRun, recordedRun } from './recorded-run.ts';

/** An execution as the service recorded it; `revision` is the one that it ran. */
export type PastExecution = { id: string; revision: number; steps: readonly RecordedStep[] };

/**
 * `replayed` executions were compared; the widgets in `different` are named as in the later definition. `unknown` are those
 * that would ask another system for something that it was never asked, before anything differs. `notFollowed` are not
 * compared: their record is not complete, or does not fit the revision that they ran.
 */
export type ReplayedPart = {
  replayed: number;
  different: DifferentRun[];
  unknown: number;
  notFollowed: number;
};

export type Replay = {
  /** Makes a revision known that executions ran. */
  addRevision(revision: number, definition: FlowDefinition): void;
  /** Compares executions of known revisions; those of others are not followed. */
  run(executions: readonly PastExecution[]): ReplayedPart;
};

type Names = ReadonlyMap<string, string>;

/** A replay on `before` and `after`. A widget that has another name in one of them is the same widget. */
export function createReplay(before: FlowDefinition, after: FlowDefinition): Replay {
  const renames = renamesBetween(before, after);
  const aligned = renameWidgets(after, new Map([...renames].map(([from, to]) => [to, from])));
  const revisions = new Map<number, { definition: FlowDefinition; renames: Names }>();

  const inputsOf = ({ id, revision, steps }: PastExecution): RecordedInputs | null => {
    const ran = revisions.get(revision);
    const recorded = ran === undefined ? null : recordedRun(ran.definition, steps);
    if (ran === undefined || recorded === null || recorded.divergedAt !== null) return null;
    const inputs = inputsOfRun(id, recorded.run);
    const mocks = Object.entries(inputs.mocks).map(([widget, mock]) => [named(widget, ran.renames), mock]);
    return { ...inputs, mocks: Object.fromEntries(mocks) };
  };

  return {
    addRevision: (revision, definition) =>
      void revisions.set(revision, { definition, renames: renamesBetween(definition, before) }),
    run(executions) {
      const inputs = executions.map(inputsOf).filter((each) => each !== null);
      const { different, unknown } = behaviourDiff(before, aligned, inputs);
      return {
        replayed: inputs.length,
        different: different.map((run) => withNames(run, renames)),
        unknown: unknown.length,
        notFollowed: executions.length - inputs.length,
      };
    },
  };
}

function renamesBetween(before: FlowDefinition, after: FlowDefinition): Names {
  return renamesOf(diff(before, after).changes);
}

function withNames({ id, widget, before, after }: DifferentRun, names: Names): DifferentRun {
  return { id, widget: named(widget, names), before: exit(before, names), after: exit(after, names) };
}

function exit(left: Exit, names: Names): Exit {
  return left === null ? null : { event: left.event, to: named(left.to, names) };
}

function named(widget: string, names: Names): string {
  return names.get(widget) ?? widget;
}
