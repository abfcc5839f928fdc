/** What a validation rule is, and the read-only view of a definition that rules get: malformed parts are left out. */

import { isObject, type JsonObject, textOf } from '../../json/json.ts';
import type { Pointer } from '../../json/json-pointer.ts';
import type { WidgetType } from '../../widgets/widget-type.ts';
import { widgetType } from '../../widgets/widget-types.ts';
import type { WorkBudget } from '../../work-budget/work-budget.ts';
import type { Severity } from '../finding.ts';

/** One transition. `next` is '' when it has no target. */
export type TransitionView = { index: number; event: string; next: string; entry: JsonObject };

/** One state. `name` is '' when it has none, `type` undefined when it is not supported. */
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

/** A rule on the whole definition that no schema can express. `code` identifies it in findings. */
export type FlowRule = { code: string; severity: Severity; check(flow: FlowView): Violation[] };

/** A rule on one widget, independent of all others. `check` may throw LimitExceeded when `work` does not suffice. */
export type WidgetRule = {
  code: string;
  severity: Severity;
  check(widget: WidgetView, work: WorkBudget): Violation[];
};

/** A view of any JSON object as a definition; malformed states and transitions are left out. */
export function viewFlow(definition: JsonObject): FlowView {
  const states = Array.isArray(definition.states) ? definition.states : [];
  const widgets = states.flatMap((state, index) => (isObject(state) ? [viewWidget(state, index)] : []));
  return {
    definition,
    widgets,
    names: new Set(widgets.map(({ name }) => name).filter((name) => name !== '')),
  };
}

/** A view of one state, the `index`-th of its definition. */
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
