/** Where the variables, subflows and widgets of a flow are used. */

import { type FlowDefinition, propertiesOf } from '../definition.ts';
import { cordsOf, widgetIds } from '../graph.ts';
import { textOf } from '../json/json.ts';
import { type Pointer, pointer } from '../json/json-pointer.ts';
import { setKeys } from './set-keys.ts';
import { variableReads } from './variables.ts';

/** A place of a widget, by the widget's id. */
export type Use = { widget: string; place: Pointer };

/** A variable of the flow: what sets it, and the templates that read it. */
export type VariableUse = { key: string; setBy: Use[]; readBy: Use[] };

/** Every `flow.variables.KEY` that is set or read, by key. Grows: n in widgets. */
export function variableUses(definition: FlowDefinition): VariableUse[] {
  const ids = widgetIds(definition);
  const byKey = new Map<string, VariableUse>();
  const entryOf = (key: string) => {
    const use = byKey.get(key) ?? { key, setBy: [], readBy: [] };
    byKey.set(key, use);
    return use;
  };
  definition.states.forEach((state, index) => {
    const widget = ids[index] ?? '';
    for (const { key, place } of setKeys(state))
      entryOf(key).setBy.push({ widget, place: pointer('states', index, 'properties', ...place) });
  });
  for (const { widget, place, path } of variableReads(definition)) {
    const [root, group, key] = path.split('.');
    if (root === 'flow' && group === 'variables' && key !== undefined)
      entryOf(key).readBy.push({ widget, place });
    // The same variable by the widget that sets it.
    const setter = root === 'widgets' && key !== undefined ? byKey.get(key) : undefined;
    if (setter?.setBy.some((each) => each.widget === group)) setter.readBy.push({ widget, place });
  }
  return [...byKey.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
}

/** The widgets that lead to a widget, and the templates that read its variables. Grows: n in widgets. */
export function widgetUses(definition: FlowDefinition, id: string): { ledFrom: string[]; readBy: Use[] } {
  const name = definition.states[widgetIds(definition).indexOf(id)]?.name;
  return {
    ledFrom: [...new Set(cordsOf(definition).flatMap(({ from, to }) => (to === id ? [from] : [])))],
    readBy: variableReads(definition)
      .filter(({ path }) => path === `widgets.${name}` || path.startsWith(`widgets.${name}.`))
      .map(({ widget, place }) => ({ widget, place })),
  };
}

/** The flows that a flow runs as subflows, by SID, with the widgets that run them. Grows: n in widgets. */
export function subflowUses(definition: FlowDefinition): { sid: string; runBy: string[] }[] {
  const ids = widgetIds(definition);
  const bySid = new Map<string, string[]>();
  definition.states.forEach((state, index) => {
    const sid = textOf(propertiesOf(state).flow_sid);
    if (state.type !== 'run-subflow' || sid === '') return;
    bySid.set(sid, [...(bySid.get(sid) ?? []), ids[index] ?? '']);
  });
  return [...bySid].map(([sid, runBy]) => ({ sid, runBy }));
}
