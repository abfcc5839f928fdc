/**
 * unset-variable: a template reads a variable of the flow or of a widget that no path to it sets. A template that
 * provides for an empty value, by a default or a condition, is left alone.
 */

import { pointer } from '../../json/json-pointer.ts';
import { setKeysOf } from '../../variables/set-keys.ts';
import { quote } from '../violation-message.ts';
import { type FlowPaths, flowPaths } from './flow-paths.ts';
import type { FlowRule, FlowView, WidgetView } from './rule.ts';

export const unsetVariable: FlowRule = {
  code: 'unset-variable',
  severity: 'warning',
  check(flow) {
    const paths = flowPaths(flow);
    const setters = settersOf(flow);
    const byName = new Map(flow.widgets.map((widget) => [widget.name, widget]));
    return flow.widgets.flatMap((widget) =>
      flow.readsOf(widget).flatMap(({ path, parts, place, isFirst, mayBeEmpty }) => {
        if (mayBeEmpty || !isFirst) return [];
        const [root, second, key] = parts;
        const found = (message: string) => [
          { message, property_path: pointer('states', widget.index, ...place) },
        ];
        if (root === 'flow' && second === 'variables' && key !== undefined) {
          const isSet = (setter: WidgetView) => runsBefore(paths, setter, widget);
          if (setters.byKey.get(key)?.some(isSet) === true || setters.any.some(isSet)) return [];
          const reason = setters.byKey.has(key) ? 'is not set yet when this widget runs' : 'is never set';
          return found(`Variable ${quote(key)} ${reason}: it is empty here.`);
        }
        if (root !== 'widgets' || second === undefined) return [];
        const source = byName.get(second);
        if (source === undefined) {
          return found(`There is no widget ${quote(second)}: ${quote(path)} is empty.`);
        }
        if (runsBefore(paths, source, widget)) return [];
        return found(`Widget ${quote(second)} never runs before this one: ${quote(path)} is empty here.`);
      }),
    );
  },
};

/** A widget counts as before itself: a counter reads what its last visit has set. */
function runsBefore(paths: FlowPaths, setter: WidgetView, reader: WidgetView): boolean {
  return setter === reader || paths.leadsTo(setter, reader);
}

/** The widgets that set a variable, by its key; `any` may set whichever. */
function settersOf({ widgets }: FlowView): { byKey: Map<string, WidgetView[]>; any: WidgetView[] } {
  const byKey = new Map<string, WidgetView[]>();
  for (const widget of widgets)
    for (const key of setKeysOf(widget.state).keys) byKey.set(key, [...(byKey.get(key) ?? []), widget]);
  const any = widgets.filter(
    ({ type, state }) => type === undefined || type.type === 'run-subflow' || setKeysOf(state).isComputed,
  );
  return { byKey, any };
}
