/**
 * endless-loop: widgets that lead in a circle, none of which waits for the contact or compares anything.
 * An execution would run round until its steps are used up.
 */

import { pointer } from '../../json/json-pointer.ts';
import type { WidgetTypeName } from '../../widgets/widget-type.ts';
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
    const restless = widgets.filter(
      ({ name, type }) => name !== '' && neitherWaitsNorCompares.has(type?.type),
    );
    return widgetsOnCycles(restless).map(({ index }) => ({
      message: 'is part of a loop that never waits for the contact',
      property_path: pointer('states', index),
    }));
  },
};

/** The widgets of `among` that lie on a circle or between two: what stays when loose ends are cut off. */
function widgetsOnCycles(among: WidgetView[]): WidgetView[] {
  const byName = new Map(among.map((widget) => [widget.name, widget]));
  const forth = new Map<WidgetView, WidgetView[]>(among.map((widget) => [widget, []]));
  const back = new Map<WidgetView, WidgetView[]>(among.map((widget) => [widget, []]));
  for (const widget of among) {
    for (const { next } of widget.links) {
      const target = byName.get(next);
      if (target === undefined) continue;
      forth.get(widget)?.push(target);
      back.get(target)?.push(widget);
    }
  }
  const neverEntered = pruneDeadEnds(among, back, forth);
  const neverLeft = pruneDeadEnds(among, forth, back);
  return among.filter((widget) => !neverEntered.has(widget) && !neverLeft.has(widget));
}

/** Those from which `ways` lead nowhere, or only to others that are cut off. */
function pruneDeadEnds(
  among: WidgetView[],
  ways: Map<WidgetView, WidgetView[]>,
  waysBack: Map<WidgetView, WidgetView[]>,
): Set<WidgetView> {
  const open = new Map(among.map((widget) => [widget, ways.get(widget)?.length ?? 0]));
  const queue = among.filter((widget) => open.get(widget) === 0);
  const cut = new Set(queue);
  for (let widget = queue.pop(); widget !== undefined; widget = queue.pop()) {
    for (const before of waysBack.get(widget) ?? []) {
      const left = (open.get(before) ?? 0) - 1;
      open.set(before, left);
      if (left > 0) continue;
      cut.add(before);
      queue.push(before);
    }
  }
  return cut;
}
