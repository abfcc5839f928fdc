/** Rename detection between two definitions: a removed and an added widget with the same content. */

import { type FlowDefinition, propertiesOf, type State } from '../definition.ts';
import { renameReferences } from '../edit/rename-references.ts';
import { renameWidget } from '../edit/rename-widget.ts';
import { jsonEqual } from '../json/json-equal.ts';

/**
 * Old names to new ones. A widget counts as renamed when its name is gone and a new widget of the same type has
 * the same properties, position included, apart from references to renamed widgets.
 */
export function findRenames(before: FlowDefinition, after: FlowDefinition): Map<string, string> {
  const oldNames = new Set(before.states.map((state) => state.name));
  const newNames = new Set(after.states.map((state) => state.name));
  const removed = before.states.filter((state) => state.name !== undefined && !newNames.has(state.name));
  const added = after.states.filter((state) => state.name !== undefined && !oldNames.has(state.name));
  const renames = new Map<string, string>();
  // A rename is only visible once the renames of the widgets that it references are known: run to a fixpoint.
  for (let found = true; found; ) {
    found = false;
    for (const old of removed) {
      if (old.name === undefined || renames.has(old.name)) continue;
      const taken = new Set(renames.values());
      const match = added.find((each) => !taken.has(each.name ?? '') && isSameWidget(old, each, renames));
      if (match?.name === undefined) continue;
      renames.set(old.name, match.name);
      found = true;
    }
  }
  return renames;
}

/** The definition with the widgets and all references to them renamed. */
export function applyRenames(
  definition: FlowDefinition,
  renames: ReadonlyMap<string, string>,
): FlowDefinition {
  let renamed = definition;
  for (const [from, to] of renames) {
    const result = renameWidget(renamed, from, to);
    if (result.ok) renamed = result.definition;
  }
  return renamed;
}

function isSameWidget(old: State, added: State, renames: ReadonlyMap<string, string>): boolean {
  if (old.type !== added.type) return false;
  const names = new Map([...renames, [old.name ?? '', added.name ?? '']]);
  return jsonEqual(propertiesOf(renameReferences(old, names)), propertiesOf(added));
}
