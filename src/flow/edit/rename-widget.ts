/** Renaming a widget so that everything that names it follows: cords, the initial state, and templates. */

import type { FlowDefinition } from '../definition.ts';
import {
  type EditResult,
  findWidget,
  mapStates,
  mapTransitions,
  targetName,
  withState,
} from './definition-access.ts';
import { renameReferences } from './rename-references.ts';

/**
 * True for what may name a widget: a letter, then letters, digits, `_` and `-`. Periods and spaces
 * would break the paths by which templates read the widget's variables.
 */
export function isWidgetName(name: string): boolean {
  return /^\p{L}[\p{L}\p{N}_-]*$/u.test(name);
}

/** Why the widget cannot have that name, as a sentence; null when it can. Its own name is fine. */
export function nameError(definition: FlowDefinition, id: string, name: string): string | null {
  if (name === '') return 'A widget needs a name.';
  if (!/^\p{L}/u.test(name)) return 'A name starts with a letter.';
  if (!isWidgetName(name)) return 'A name has only letters, digits, _ and -.';
  const other = definition.states.findIndex((state) => state.name === name);
  const own = findWidget(definition, id);
  if (own === null) return 'That widget is not in this flow any more.';
  return other === -1 || other === own.index ? null : `Another widget is called ${name}.`;
}

/**
 * Gives the widget that name. Every `next`, the initial state and every `widgets.OLD` and `widgets["OLD"]`
 * in a template follow, if they meant this widget: of two widgets with the same name the first is meant.
 */
export function renameWidget(definition: FlowDefinition, id: string, name: string): EditResult {
  const placed = findWidget(definition, id);
  const reason = nameError(definition, id, name);
  if (reason !== null || placed === null)
    return { ok: false, reason: reason ?? 'That widget does not exist.' };
  if (placed.state.name === name) return { ok: true, definition };
  const old = targetName(definition, id);
  const renamed = withState(definition, placed.index, { ...placed.state, name });
  if (old === null) return { ok: true, definition: renamed };
  const followed = mapStates(renamed, (state) =>
    renameReferences(
      mapTransitions(state, (each) => (each.next === old ? { ...each, next: name } : each)),
      new Map([[old, name]]),
    ),
  );
  if (followed.initial_state !== old) return { ok: true, definition: followed };
  return { ok: true, definition: { ...followed, initial_state: name } };
}
