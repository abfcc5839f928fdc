/** What a validation rule is, and the read-only view of a definition that rules get: malformed parts are left out. */

import type { FlowDefinition } from '../../definition.ts';
import { isObject, type Json, type JsonObject, textOf } from '../../json/json.ts';
import type { Pointer } from '../../json/json-pointer.ts';
import type { CarrierFeature } from '../../widgets/carrier-features.ts';
import type { WidgetType } from '../../widgets/widget-type.ts';
import { widgetType } from '../../widgets/widget-types.ts';
import type { WorkBudget } from '../../work-budget/work-budget.ts';
import type { Finding, Severity } from '../finding.ts';

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

/**
 * `path` has dots only: `widgets.ask.inbound.Body`; `parts` are what they separate. `isFirst` is false where the widget
 * reads the path before: a split repeats its input in every condition. `place` is that of the text below the state, `start` and `end` the
 * range of the reference in it. `mayBeEmpty` is true where the text has a default or a condition, or where a split asks
 * whether it is blank.
 */
export type TemplateRead = {
  path: string;
  parts: readonly string[];
  isFirst: boolean;
  place: readonly (string | number)[];
  start: number;
  end: number;
  mayBeEmpty: boolean;
};

/** What the paths of a flow follow from. Its transitions are compared by identity. */
export type FlowGraph = {
  initial: Json | undefined;
  nodes: readonly { name: string; type: Json | undefined; transitions: Json | undefined }[];
};

/**
 * `readsOf` gives the variables that the templates of a widget read. `sid` is that of the flow, `schemaUri` the address of
 * the schema on its server; null where they are not known. `graph` may be the one of an earlier definition that has the same,
 * so that what follows from it is computed once.
 */
export type FlowView = {
  definition: JsonObject;
  widgets: WidgetView[];
  graph: FlowGraph;
  names: ReadonlySet<string>;
  readsOf: (widget: WidgetView) => readonly TemplateRead[];
  sid: string | null;
  schemaUri: string | null;
  carriers: readonly FlowCarrier[];
};

/** A carrier of the flow's numbers, and what it does not have. */
export type FlowCarrier = { name: string; lacks: readonly CarrierFeature[] };

export type Violation = { message: string; property_path: Pointer };

/** A change that resolves a finding: its label is an order, `edit` is pure. */
export type QuickFix = { label: string; edit(definition: FlowDefinition): FlowDefinition };

/**
 * Offers to resolve a finding of the rule in `definition`, in which it was found; null where it cannot. `path` is that
 * of the finding.
 */
export type Fixer = (
  finding: Finding,
  path: readonly string[],
  definition: FlowDefinition,
) => QuickFix | null;

/** A rule on the whole definition that no schema can express. `code` identifies it in findings. */
export type FlowRule = {
  code: string;
  severity: Severity;
  check(flow: FlowView): Violation[];
  fix?: Fixer;
};

/**
 * A rule on one widget, independent of all others. One that spends `work` says so (`spendsBudget`); its `check` may throw
 * LimitExceeded when that does not suffice.
 */
export type WidgetRule = {
  code: string;
  severity: Severity;
  spendsBudget?: boolean;
  check(widget: WidgetView, work: WorkBudget): Violation[];
  fix?: Fixer;
};

type ViewContext = {
  sid?: string | null;
  schemaUri?: string | null;
  carriers?: readonly FlowCarrier[];
};

/** A view of any JSON object as a definition; malformed states and transitions are left out. */
export function viewFlow(
  definition: JsonObject,
  readsOf: FlowView['readsOf'],
  { sid = null, schemaUri = null, carriers = [] }: ViewContext = {},
  known: (graph: FlowGraph) => FlowGraph = (graph) => graph,
): FlowView {
  const states = Array.isArray(definition.states) ? definition.states : [];
  const widgets = states.flatMap((state, index) => (isObject(state) ? [viewWidget(state, index)] : []));
  return {
    definition,
    widgets,
    graph: known({
      initial: definition.initial_state,
      nodes: widgets.map(({ name, state }) => ({ name, type: state.type, transitions: state.transitions })),
    }),
    names: new Set(widgets.map(({ name }) => name).filter((name) => name !== '')),
    readsOf,
    sid,
    schemaUri,
    carriers,
  };
}

/** Whether the paths of both are the same. */
export function isSameGraph(one: FlowGraph, other: FlowGraph): boolean {
  return (
    one.initial === other.initial &&
    one.nodes.length === other.nodes.length &&
    one.nodes.every(({ name, type, transitions }, place) => {
      const node = other.nodes[place];
      return name === node?.name && type === node.type && transitions === node.transitions;
    })
  );
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
