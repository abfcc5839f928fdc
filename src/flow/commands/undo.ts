/** Undo and redo of own steps, and the choice between two texts where another author has changed the same one. */

import { applyOperations, valueAt } from '../change/apply.ts';
import type { Operation } from '../change/operation.ts';
import { diffText } from '../change/text-edit.ts';
import type { CommandLabel } from './command.ts';
import { type EditorState, type NewEdit, performAll, widgetOf } from './editor.ts';
import { contestAt, type EditedBy, placeOfText, stepOf, type UndoStep } from './undo-step.ts';

/** The next step to undo, or to do again, is about a text that another author has changed since: both texts. */
export type ContestedStep = {
  direction: 'undo' | 'redo';
  label: CommandLabel;
  by: EditedBy;
  /** What the text would have been without the others' change. */
  before: string;
  now: string;
};

/** Undoes the newest own step: what others have changed since stays. Grows: n in edits. */
export function undo(state: EditorState, id: string): EditorState {
  const step = state.past.at(-1);
  if (step === undefined) return state;
  const { next, back, isWhole } = reverse(state, step, { id, label: { ...step.label, undo: 1 } });
  const past = state.past.slice(0, -1);
  return { ...next, past: isWhole ? past : withoutWidgetsOf(step, past), future: [back, ...state.future] };
}

/** The next step where it cannot be undone, or done again, without choosing between two texts; null where it can. */
export function contestedStep(state: EditorState, direction: 'undo' | 'redo'): ContestedStep | null {
  const step = direction === 'undo' ? state.past.at(-1) : state.future[0];
  const by = step?.operations.find(({ contested }) => contested !== undefined)?.contested;
  const place = step === undefined ? null : placeOfText(step.operations);
  if (step === undefined || by === undefined || place === null || step.text === undefined) return null;
  const now = valueAt(state.shown, place.widget, place.path);
  const before = step.text ?? '';
  return typeof now === 'string' && now !== before ? { direction, label: step.label, by, before, now } : null;
}

/**
 * Ends a contested step: with `takesBack` the whole text becomes what it was before the step, which can be undone in turn;
 * otherwise it stays as it is, and the step is forgotten.
 */
export function settleContested(
  state: EditorState,
  direction: 'undo' | 'redo',
  takesBack: boolean,
  id: string,
): EditorState {
  const [past, future] =
    direction === 'undo' ? [state.past.slice(0, -1), state.future] : [state.past, state.future.slice(1)];
  const step = direction === 'undo' ? state.past.at(-1) : state.future[0];
  const place = step === undefined ? null : placeOfText(step.operations);
  if (step === undefined || place === null) return { ...state, past, future };
  // Other steps about the text are as they would be had this one been undone.
  const by = step.operations.find(({ contested }) => contested !== undefined)?.contested;
  const follow = (steps: readonly UndoStep[]) => (by === undefined ? steps : contestAt(steps, place, by));
  const rest = { ...state, past: follow(past), future: follow(future) };
  if (!takesBack) return rest;
  const now = valueAt(state.shown, place.widget, place.path);
  const operations: Operation[] = [
    { kind: 'edit-text', ...place, edit: diffText(typeof now === 'string' ? now : '', step.text ?? '') },
  ];
  const label = direction === 'undo' ? { ...step.label, undo: 1 } : step.label;
  const next = performAll(rest, { id, label }, operations);
  const back = { ...step, gesture: null, ...stepOf(state.shown, operations) };
  return direction === 'undo'
    ? { ...next, future: [back, ...rest.future] }
    : { ...next, past: [...rest.past, back] };
}

/** Does the step again that was undone last. Grows: n in edits. */
export function redo(state: EditorState, id: string): EditorState {
  const [step, ...future] = state.future;
  if (step === undefined) return state;
  const { next, back, isWhole } = reverse(state, step, { id, label: step.label });
  return { ...next, past: [...state.past, back], future: isWhole ? future : withoutWidgetsOf(step, future) };
}

/** Texts that another author has changed since stay: what is left of the own letters in them would be spliced into theirs. */
function reverse(state: EditorState, step: UndoStep, { id, label }: NewEdit) {
  const operations = step.operations.filter(({ contested }) => contested === undefined);
  const { copy, skipped } = applyOperations(state.shown, operations);
  const next = copy === state.shown ? state : performAll(state, { id, label }, operations);
  const back: UndoStep = { label: step.label, gesture: null, ...stepOf(state.shown, operations) };
  return { next, back, isWhole: skipped.length === 0 };
}

/** The steps below one that could not be undone as a whole: on the widgets of that, they would meet what they do not know. */
function withoutWidgetsOf(step: UndoStep, steps: readonly UndoStep[]): UndoStep[] {
  const widgets = new Set(step.operations.map(widgetOf));
  return steps.filter(({ operations }) => !operations.some((each) => widgets.has(widgetOf(each))));
}
