/** What a rule is, and the definition as rules read it: only what can be read, each with its place. */

import { isObject, type JsonObject, textOf } from '../../json/json.ts';
import type { Pointer } from '../../json/json-pointer.ts';
import type { WidgetType } from '../../widgets/widget-type.ts';
import { widgetType } from '../../widgets/widget-types.ts';
import type { Severity } from '../finding.ts';

/** One transition. `next` is '' when it ends the branch. */
export type TransitionView = { index: number; event: string; next: string; entry: JsonObject };

/** One state. `name` is '' when it has none, `type` undefined when it is none of the known ones. */
export type WidgetView = {
  index: number;
  name: string;
  type: WidgetType | undefined;
  properties: JsonObject;
  links: TransitionView[];
  state: JsonObject;
};

export type FlowView = { definition: JsonObject; widgets: WidgetView[]; names: ReadonlySet<string> };

export type Violation = { message: string; property_path: Pointer };

/** What no schema can say of the whole. `code` names the rule on findings. */
export type FlowRule = { code: string; severity: Severity; check(reading: FlowView): Violation[] };

/** What no schema can say of one widget, whatever stands beside it. */
export type WidgetRule = { code: string; severity: Severity; check(widget: WidgetView): Violation[] };

/** Reads any JSON object as a definition; what is no state or no transition is left out. */
export function viewFlow(definition: JsonObject): FlowView {
  const states = Array.isArray(definition.states) ? definition.states : [];
  const widgets = states.flatMap((state, index) => (isObject(state) ? [viewWidget(state, index)] : []));
  return {
    definition,
    widgets,
    names: new Set(widgets.map(({ name }) => name).filter((name) => name !== '')),
  };
}

/** Reads one state, the `index`-th of its definition. */
export function viewWidget(state: JsonObject, index: number): WidgetView {
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
