/** Which widgets may run after which: the transitive closure of a flow's graph, and what its triggers lead to. */

import { textOf } from '../../json/json.ts';
import type { FlowGraph, FlowView, WidgetView } from './rule.ts';

export type FlowPaths = {
  /** True when an execution may go from one widget to the other by at least one transition. */
  leadsTo(from: WidgetView, to: WidgetView): boolean;
  /** The trigger events from which an execution may come to the widget. */
  eventsTo(widget: WidgetView): ReadonlySet<string>;
  /** The widgets that a transition leads to, with the event of each. */
  nextOf(widget: WidgetView): readonly { event: string; widget: WidgetView }[];
};

const known = new WeakMap<FlowView, FlowPaths>();
const closures = new WeakMap<FlowGraph, Closure>();

/** Whether a path of at least one edge leads from one node to another, by their places among the widgets. */
type Closure = (from: number, to: number) => boolean;

/** The paths of a flow, computed once for each graph: O(widgets · transitions / 32) by sets of bits. */
export function flowPaths(flow: FlowView): FlowPaths {
  const computed = known.get(flow) ?? computePaths(flow);
  known.set(flow, computed);
  return computed;
}

function computePaths({ widgets, definition, graph }: FlowView): FlowPaths {
  const byName = new Map<string, { to: number; widget: WidgetView }>();
  widgets.forEach((widget, to) => {
    if (widget.name !== '' && !byName.has(widget.name)) byName.set(widget.name, { to, widget });
  });
  const placeOf = new Map(widgets.map((widget, place) => [widget, place]));
  const next = widgets.map(({ links }) =>
    links.flatMap(({ event, next: name }) => {
      const target = byName.get(name);
      return target === undefined ? [] : [{ event, ...target }];
    }),
  );
  const closure = closures.get(graph) ?? transitiveClosure(next.map((links) => links.map(({ to }) => to)));
  closures.set(graph, closure);
  const initial = byName.get(textOf(definition.initial_state));
  const starts = (initial?.widget.type?.type === 'trigger' && next[initial.to]) || [];
  return {
    leadsTo: (from, to) => closure(placeOf.get(from) ?? -1, placeOf.get(to) ?? -1),
    eventsTo(widget) {
      const place = placeOf.get(widget) ?? -1;
      const leading = starts.filter(({ to }) => to === place || closure(to, place));
      return new Set(leading.map(({ event }) => event));
    },
    nextOf: (widget) => next[placeOf.get(widget) ?? -1] ?? [],
  };
}

/**
 * Whether a path of at least one edge leads from one node to another. Tarjan's strongly connected components come
 * out in reverse topological order, so that each set of bits is the union of finished ones.
 */
function transitiveClosure(edges: readonly (readonly number[])[]): Closure {
  const words = Math.ceil(edges.length / 32);
  const reached: Uint32Array[] = [];
  for (const component of stronglyConnected(edges)) {
    const bits = new Uint32Array(words);
    const add = (node: number) => {
      bits[node >> 5] = (bits[node >> 5] ?? 0) | (1 << (node & 31));
    };
    for (const node of component) {
      for (const to of edges[node] ?? []) {
        add(to);
        const beyond = reached[to];
        if (beyond !== undefined)
          for (let at = 0; at < words; at++) bits[at] = (bits[at] ?? 0) | (beyond[at] ?? 0);
      }
    }
    for (const node of component) reached[node] = bits;
  }
  return (from, to) => (((reached[from]?.[to >> 5] ?? 0) >>> (to & 31)) & 1) === 1;
}

/** The strongly connected components, each after those that it leads to (Tarjan 1972, with an explicit stack). */
export function stronglyConnected(edges: readonly (readonly number[])[]): number[][] {
  const order = new Int32Array(edges.length).fill(-1);
  const lowest = new Int32Array(edges.length);
  const open = new Uint8Array(edges.length);
  const stack: number[] = [];
  const components: number[][] = [];
  let visited = 0;
  for (let root = 0; root < edges.length; root++) {
    if (order[root] !== -1) continue;
    const calls = [{ node: root, edge: 0 }];
    for (let call = calls.at(-1); call !== undefined; call = calls.at(-1)) {
      const { node } = call;
      if (call.edge === 0) {
        order[node] = lowest[node] = visited++;
        open[node] = 1;
        stack.push(node);
      }
      const to = edges[node]?.[call.edge];
      call.edge++;
      if (to !== undefined) {
        if (order[to] === -1) calls.push({ node: to, edge: 0 });
        else if (open[to] === 1) lowest[node] = Math.min(lowest[node] ?? 0, order[to] ?? 0);
        continue;
      }
      calls.pop();
      const caller = calls.at(-1)?.node;
      if (caller !== undefined) lowest[caller] = Math.min(lowest[caller] ?? 0, lowest[node] ?? 0);
      if (lowest[node] === order[node]) {
        const component = stack.splice(stack.lastIndexOf(node));
        for (const each of component) open[each] = 0;
        components.push(component);
      }
    }
  }
  return components;
}
