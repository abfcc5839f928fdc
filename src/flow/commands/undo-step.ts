/** One step of the undo list, and the marks of what another author has changed since. */

import { valueAt } from '../change/apply.ts';
import { invertOperations } from '../change/invert.ts';
import type { Operation, Path } from '../change/operation.ts';
import { composeTextEdits } from '../change/text-edit.ts';
import type { WorkingCopy } from '../change/working-copy.ts';
import type { CommandLabel } from './command.ts';

/** Who made an edit. */
export type EditedBy = { author: string; client: string };

/** An operation of a step, with who has changed the text since that it is about. */
export type StepOperation = Operation & { contested?: EditedBy };

/** What undoes one step, or does it again: operations as they are once all newer steps are undone. */
export type UndoStep = {
  label: CommandLabel;
  gesture: string | null;
  operations: readonly StepOperation[];
  /** Where the step is about one text: what that was before, null where there was none. */
  text?: string | null;
};

/** What undoes the operations, and the text before them. */
export function stepOf(
  before: WorkingCopy,
  operations: readonly Operation[],
): Pick<UndoStep, 'operations' | 'text'> {
  const undoing = invertOperations(before, operations);
  const place = placeOfText(undoing);
  if (place === null) return { operations: undoing };
  const text = valueAt(before, place.widget, place.path);
  return { operations: undoing, text: typeof text === 'string' ? text : null };
}

/** The text before two steps of one gesture, which are undone by these operations; `earlier` is the first of them. */
export function textBefore(operations: readonly StepOperation[], earlier: UndoStep): Pick<UndoStep, 'text'> {
  if (placeOfText(operations) === null) return {};
  const last = operations.at(-1);
  if (last?.kind !== 'set') return { text: earlier.text ?? null };
  return { text: typeof last.to === 'string' ? last.to : null };
}

/** The text that all of the operations are about; null where they are about several, or something else. */
export function placeOfText(operations: readonly Operation[]): { widget: string | null; path: Path } | null {
  const [first] = operations;
  if (first === undefined || !isOfText(first)) return null;
  const isOne =
    operations.some(({ kind }) => kind === 'edit-text') && operations.every((each) => isAt(each, first));
  return isOne ? { widget: first.widget, path: first.path } : null;
}

/** The step with the marks of operations that met an edit `by` another author. */
export function contest(step: UndoStep, collided: ReadonlySet<Operation>, by: EditedBy): UndoStep {
  if (!step.operations.some((each) => collided.has(each))) return step;
  const mark = (each: StepOperation) => (collided.has(each) ? { ...each, contested: by } : each);
  return { ...step, operations: step.operations.map(mark) };
}

/** The steps with marks of all operations that edit one text. */
export function contestAt(
  steps: readonly UndoStep[],
  place: { widget: string | null; path: Path },
  by: EditedBy,
): UndoStep[] {
  return steps.map((step) => {
    const edits = step.operations.filter((each) => each.kind === 'edit-text' && isAt(each, place));
    return contest(step, new Set<Operation>(edits), by);
  });
}

/** The operations of two steps of typing, the later ones first: one edit of the text, so that its letters stay together. */
export function joinUndo(
  later: readonly StepOperation[],
  earlier: readonly StepOperation[],
): readonly StepOperation[] {
  const [[last, ...more], [first, ...rest]] = [later, earlier];
  const isTyping = last?.kind === 'edit-text' && first?.kind === 'edit-text' && isAt(last, first);
  if (!isTyping || more.length > 0) return [...later, ...earlier];
  return [{ ...last, ...first, edit: composeTextEdits(last.edit, first.edit) }, ...rest];
}

function isOfText(operation: Operation): operation is Extract<Operation, { kind: 'edit-text' | 'set' }> {
  return operation.kind === 'edit-text' || operation.kind === 'set';
}

function isAt(operation: Operation, place: { widget: string | null; path: Path }): boolean {
  return (
    isOfText(operation) &&
    operation.widget === place.widget &&
    operation.path.length === place.path.length &&
    operation.path.every((key, at) => key === place.path[at])
  );
}
