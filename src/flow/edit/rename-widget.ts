/** Edit command: rename a widget and all references to it in cords, the initial state, templates and notes. */

import type { FlowDefinition } from '../definition.ts';
import { normalizeText } from '../text/normalize-text.ts';
import { renameSilenced } from '../validation/silenced.ts';
import { type EditResult, findWidget, mapStates, mapTransitions, withState } from './definition-access.ts';
import { renameInAnnotations } from './rename-mentions.ts';
import { renameReferences } from './rename-references.ts';

/**
 * True for a valid widget name: a letter, then letters with their marks, digits, `_` and `-`. Without vowel signs, and the
 * joiners between them, most scripts of India and South-East Asia write no word. Periods and spaces would break the paths by
 * which templates read the widget's variables.
 */
export function isWidgetName(name: string): boolean {
  return /^\p{L}/u.test(name) && name.search(notInWidgetName) === -1;
}

/** What no widget name has, and no name of a variable: a template could not name it after a period. */
export const notInWidgetName = /[^\p{L}\p{M}\p{N}\p{Join_Control}_-]+/gu;

/**
 * What an author typed as a widget name: a valid name as it is, other text in lower case with `_` for what a name cannot
 * have ("Ask for day" → `ask_for_day`). '' when there is no letter or digit in it.
 * Grows: n in text.
 */
export function asWidgetName(typed: string): string {
  const composed = normalizeText(typed);
  if (isWidgetName(composed)) return composed;
  const name = composed
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Join_Control}-]+/gu, '_')
    .replaceAll(/^[_-]+|[_-]+$/g, '');
  return name === '' || isWidgetName(name) ? name : `widget_${name}`;
}

/**
 * Why the widget cannot have that name, as a sentence; null when it can. Its present name is valid.
 * Grows: n in widgets.
 */
export function nameError(definition: FlowDefinition, id: string, name: string): string | null {
  return errorAt(definition, findWidget(definition, id)?.index ?? null, name);
}

function errorAt(definition: FlowDefinition, own: number | null, name: string): string | null {
  if (name === '') return 'A widget needs a name.';
  if (!/^\p{L}/u.test(name)) return 'A name starts with a letter.';
  if (!isWidgetName(name)) return 'A name has only letters, digits, _ and -.';
  const other = definition.states.findIndex((state) => state.name === name);
  if (own === null) return 'That widget is not in this flow any more.';
  return other === -1 || other === own ? null : `Another widget is called ${name}.`;
}

/**
 * Renames the widget. Every `next`, the initial state and every `widgets.OLD` and `widgets["OLD"]` in a template
 * that refers to it is updated, in notes too: of two widgets with the same name, references mean the first.
 * Grows: n in widgets and notes.
 */
export function renameWidget(definition: FlowDefinition, id: string, name: string): EditResult {
  return renameWidgetAt(definition, findWidget(definition, id)?.index ?? null, name);
}

/** The same for the widget at that index of the states; null for one that is not there. */
export function renameWidgetAt(definition: FlowDefinition, index: number | null, name: string): EditResult {
  const reason = errorAt(definition, index, name);
  const state = index === null ? undefined : definition.states[index];
  if (reason !== null || index === null || state === undefined)
    return { ok: false, reason: reason ?? 'That widget does not exist.' };
  if (state.name === name) return { ok: true, definition };
  const renamed = withState(definition, index, { ...state, name });
  const old = state.name;
  if (
    typeof old !== 'string' ||
    old === '' ||
    definition.states.findIndex((each) => each.name === old) !== index
  )
    return { ok: true, definition: renamed };
  const names = new Map([[old, name]]);
  const updated = mapStates(renameInAnnotations(renameSilenced(renamed, old, name), names), (state) =>
    renameReferences(
      mapTransitions(state, (each) => (each.next === old ? { ...each, next: name } : each)),
      names,
    ),
  );
  if (updated.initial_state !== old) return { ok: true, definition: updated };
  return { ok: true, definition: { ...updated, initial_state: name } };
}
