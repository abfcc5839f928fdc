/** Random edits that place and delete widgets, and what a drawing must not have after them. For tests. */

import fc from 'fast-check';
import type { FlowDefinition } from '#flow/definition.ts';
import { removeAndReconnect } from '#flow/edit/remove-widgets.ts';
import { outletsOf, widgetIds } from '#flow/graph.ts';
import { cardBoxes } from '#flow/layout/clear-place.ts';
import { widgetTypeNames } from '#flow/widgets/widget-type.ts';
import { projectScene } from '../../canvas/render/scene.ts';
import { routeCords } from '../../canvas/routing/cord-router.ts';
import { crossesCard, overlaps, segmentsOf } from '../../canvas/testing/route-faults.ts';
import { placeWidget } from '../document/place-widget.ts';

const types = widgetTypeNames.filter((type) => type !== 'trigger');

/** Three numbers for each of 200 edits. */
export const editNumbers = fc.array(fc.tuple(fc.nat(999), fc.nat(999), fc.nat(999)), {
  minLength: 200,
  maxLength: 200,
});

/** One edit: adds below an outlet or into its cord, or deletes a widget, as the three numbers pick. */
export function editAt(definition: FlowDefinition, [what, where, which]: readonly number[]): FlowDefinition {
  const pick = <Item>(items: readonly Item[], number = 0): Item | undefined => items[number % items.length];
  const ids = widgetIds(definition);
  const widget = pick(ids, where) ?? '';
  if ((what ?? 0) % 4 === 0) return removeAndReconnect(definition, [widget]);
  const outlet = pick(outletsOf(definition.states[ids.indexOf(widget)] ?? {}), which);
  if (outlet === undefined) return definition;
  const type = pick(types, what) ?? 'send-message';
  return placeWidget(definition, type, { kind: 'outlet', from: { widget, outlet: outlet.key } }).definition;
}

/** Cards that cover each other, cords behind cards, and cords that share a lane. */
export function drawingFaults(definition: FlowDefinition): string[] {
  const { widgets, cords } = projectScene(definition);
  const boxes = [...widgets.values()].map(({ box }) => box);
  const routes = routeCords(boxes, [...cords.values()]);
  const behind = segmentsOf(routes).filter((segment) => boxes.some((box) => crossesCard(segment, box)));
  return [
    ...coveredCards(definition),
    ...behind.map(({ route }) => `${route.id} behind a card`),
    ...overlaps(routes).map((pair) => `${pair} share a lane`),
  ];
}

function coveredCards(definition: FlowDefinition): string[] {
  const boxes = [...cardBoxes(definition)];
  return boxes.flatMap(([a, one], index) =>
    boxes.slice(index + 1).flatMap(([b, two]) => {
      const apart =
        one.x + one.width <= two.x ||
        two.x + two.width <= one.x ||
        one.y + one.height <= two.y ||
        two.y + two.height <= one.y;
      return apart ? [] : [`${a} and ${b} cover each other`];
    }),
  );
}
