/** What a rule is, and the definition as rules read it: only what can be read, each with its place. */

import type { Severity } from '../finding.ts';
import { isObject, type JsonObject, textOf } from '../json.ts';
import type { Pointer } from '../pointer.ts';
import type { WidgetType } from '../widget.ts';
import { widgetType } from '../widgets.ts';

/** One transition. `next` is '' when it ends the branch. */
export type Link = { index: number; event: string; next: string; entry: JsonObject };

/** One state. `name` is '' when it has none, `type` undefined when it is none of the known ones. */
export type Widget = {
  index: number;
  name: string;
  type: WidgetType | undefined;
  properties: JsonObject;
  links: Link[];
  state: JsonObject;
};

export type Reading = { definition: JsonObject; widgets: Widget[]; names: ReadonlySet<string> };

export type Fault = { message: string; property_path: Pointer };

/** What no schema can say of the whole. `code` names the rule on findings. */
export type FlowRule = { code: string; severity: Severity; check(reading: Reading): Fault[] };

/** What no schema can say of one widget, whatever stands beside it. */
export type WidgetRule = { code: string; severity: Severity; check(widget: Widget): Fault[] };

/** Reads any JSON object as a definition; what is no state or no transition is left out. */
export function readingOf(definition: JsonObject): Reading {
  const states = Array.isArray(definition.states) ? definition.states : [];
  const widgets = states.flatMap((state, index) => (isObject(state) ? [readState(state, index)] : []));
  return {
    definition,
    widgets,
    names: new Set(widgets.map(({ name }) => name).filter((name) => name !== '')),
  };
}

/** Reads one state, the `index`-th of its definition. */
export function readState(state: JsonObject, index: number): Widget {
  const transitions = Array.isArray(state.transitions) ? state.transitions : [];
  return {
    index,
    name: textOf(state.name),
    type: widgetType(textOf(state.type)),
    properties: isObject(state.properties) ? state.properties : {},
    links: transitions.flatMap((entry, at) =>
      isObject(entry) ? [{ index: at, event: textOf(entry.event), next: textOf(entry.next), entry }] : [],
    ),
    state,
  };
}
