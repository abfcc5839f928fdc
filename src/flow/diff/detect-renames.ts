/** Which widgets of an older definition bear another name in a newer one. */

import { type FlowDefinition, propertiesOf, type State } from '../definition.ts';
import { renameReferences } from '../edit/rename-references.ts';
import { renameWidget } from '../edit/rename-widget.ts';
import { jsonEqual } from '../json/json-equal.ts';

/**
 * Former names to present ones. A widget counts as renamed when its name is gone and a new widget of the same
 * type has the same properties, place included, apart from how they name renamed widgets.
 */
export function findRenames(before: FlowDefinition, after: FlowDefinition): Map<string, string> {
  const oldNames = new Set(before.states.map((state) => state.name));
  const newNames = new Set(after.states.map((state) => state.name));
  const gone = before.states.filter((state) => state.name !== undefined && !newNames.has(state.name));
  const fresh = after.states.filter((state) => state.name !== undefined && !oldNames.has(state.name));
  const renames = new Map<string, string>();
  // A rename can only be seen once those of the widgets that it reads are known: again until none is found.
  for (let found = true; found; ) {
    found = false;
    for (const old of gone) {
      if (old.name === undefined || renames.has(old.name)) continue;
      const taken = new Set(renames.values());
      const match = fresh.find((each) => !taken.has(each.name ?? '') && isSameWidget(old, each, renames));
      if (match?.name === undefined) continue;
      renames.set(old.name, match.name);
      found = true;
    }
  }
  return renames;
}

/** The definition with the widgets renamed and everything that names them following. */
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

function isSameWidget(old: State, fresh: State, renames: ReadonlyMap<string, string>): boolean {
  if (old.type !== fresh.type) return false;
  const names = new Map([...renames, [old.name ?? '', fresh.name ?? '']]);
  return jsonEqual(propertiesOf(renameReferences(old, names)), propertiesOf(fresh));
}
