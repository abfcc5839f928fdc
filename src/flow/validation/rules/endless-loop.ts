/**
 * endless-loop: a cycle of widgets none of which waits for the contact or compares anything: an execution would
 * run in it until it reaches the step limit. Found by pruning sources and sinks until only cycles are left (Kahn's
 * topological sort, in both directions).
 */

import { pointer } from '../../json/json-pointer.ts';
import type { WidgetTypeName } from '../../widgets/widget-type.ts';
import { quote } from '../violation-message.ts';
import type { FlowRule, WidgetView } from './rule.ts';

const neitherWaitsNorCompares = new Set<WidgetTypeName | undefined>([
  'set-variables',
  'send-message',
  'make-http-request',
  'run-function',
  'run-function-v2',
  'fork-stream',
  'record-call',
]);

export const endlessLoop: FlowRule = {
  code: 'endless-loop',
  severity: 'warning',
  check({ widgets }) {
    const nonWaiting = widgets.filter(
      ({ name, type }) => name !== '' && neitherWaitsNorCompares.has(type?.type),
    );
    return widgetsOnCycles(nonWaiting).map(({ name, index }) => ({
      message: `Widget ${quote(name)} is in a loop that never waits for the contact.`,
      property_path: pointer('states', index),
    }));
  },
};

/** The widgets that lie on a cycle or on a path between two cycles. */
function widgetsOnCycles(among: WidgetView[]): WidgetView[] {
  const byName = new Map(among.map((widget) => [widget.name, widget]));
  const successors = new Map<WidgetView, WidgetView[]>(among.map((widget) => [widget, []]));
  const predecessors = new Map<WidgetView, WidgetView[]>(among.map((widget) => [widget, []]));
  for (const widget of among) {
    for (const { next } of widget.links) {
      const target = byName.get(next);
      if (target === undefined) continue;
      successors.get(widget)?.push(target);
      predecessors.get(target)?.push(widget);
    }
  }
  const notOnCycleBackward = pruneDeadEnds(among, predecessors, successors);
  const notOnCycleForward = pruneDeadEnds(among, successors, predecessors);
  return among.filter((widget) => !notOnCycleBackward.has(widget) && !notOnCycleForward.has(widget));
}

/** The widgets that have no edges, or only edges to others that are pruned. */
function pruneDeadEnds(
  among: WidgetView[],
  edges: Map<WidgetView, WidgetView[]>,
  reverseEdges: Map<WidgetView, WidgetView[]>,
): Set<WidgetView> {
  const open = new Map(among.map((widget) => [widget, edges.get(widget)?.length ?? 0]));
  const queue = among.filter((widget) => open.get(widget) === 0);
  const cut = new Set(queue);
  for (let widget = queue.pop(); widget !== undefined; widget = queue.pop()) {
    for (const before of reverseEdges.get(widget) ?? []) {
      const left = (open.get(before) ?? 0) - 1;
      open.set(before, left);
      if (left > 0) continue;
      cut.add(before);
      queue.push(before);
    }
  }
  return cut;
}
