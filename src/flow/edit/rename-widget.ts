/** Edit command: rename a widget and all references to it in cords, the initial state and templates. */

import type { FlowDefinition } from '../definition.ts';
import { renameSilenced } from '../validation/silenced.ts';
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
 * True for a valid widget name: a letter, then letters, digits, `_` and `-`. Periods and spaces would break the
 * paths by which templates read the widget's variables.
 */
export function isWidgetName(name: string): boolean {
  return /^\p{L}[\p{L}\p{N}_-]*$/u.test(name);
}

/** Why the widget cannot have that name, as a sentence; null when it can. Its present name is valid. */
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
 * Renames the widget. Every `next`, the initial state and every `widgets.OLD` and `widgets["OLD"]` in a template
 * that refers to it is updated: of two widgets with the same name, references mean the first.
 */
export function renameWidget(definition: FlowDefinition, id: string, name: string): EditResult {
  const location = findWidget(definition, id);
  const reason = nameError(definition, id, name);
  if (reason !== null || location === null)
    return { ok: false, reason: reason ?? 'That widget does not exist.' };
  if (location.state.name === name) return { ok: true, definition };
  const old = targetName(definition, id);
  const renamed = withState(definition, location.index, { ...location.state, name });
  if (old === null) return { ok: true, definition: renamed };
  const updated = mapStates(renameSilenced(renamed, old, name), (state) =>
    renameReferences(
      mapTransitions(state, (each) => (each.next === old ? { ...each, next: name } : each)),
      new Map([[old, name]]),
    ),
  );
  if (updated.initial_state !== old) return { ok: true, definition: updated };
  return { ok: true, definition: { ...updated, initial_state: name } };
}
