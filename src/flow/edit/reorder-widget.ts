/** Edit commands: move a widget earlier or later on its path, as in a list. */

import { type FlowDefinition, offsetOf } from '../definition.ts';
import { cordsOf, outletsOf } from '../graph.ts';
import { connect, disconnect } from './connect.ts';
import { findWidget, rootWidgetId, targetName } from './definition-access.ts';
import { moveWidgets } from './move-widgets.ts';
import { mainTarget } from './remove-widgets.ts';

/**
 * Exchanges the widget with the one before it: what led to that leads to the widget, the widget's main outlet to that, and
 * that to where the widget led. The two cards exchange their places. Nothing changes behind the trigger, without a widget
 * before it, and for a widget without outlets.
 * Grows: n in widgets.
 */
export function moveEarlier(definition: FlowDefinition, widget: string): FlowDefinition {
  const cord = cordsOf(definition).find(({ from, to }) => to === widget && from !== widget);
  if (cord === undefined || cord.from === rootWidgetId(definition)) return definition;
  const before = cord.from;
  const after = mainTarget(definition, widget);
  const outlet = mainOutlet(definition, widget, after);
  if (outlet === null || after === before) return definition;
  const incoming = cordsOf(definition).filter(({ from, to }) => to === before && from !== before);
  const led = incoming.reduce(
    (now, each) => connect(now, { widget: each.from, outlet: each.outlet }, widget),
    definition,
  );
  const onward = { widget: before, outlet: cord.outlet };
  const passed = after === null ? disconnect(led, onward) : connect(led, onward, after);
  return exchangePlaces(connect(passed, { widget, outlet }, before), before, widget);
}

/** Exchanges the widget with the one that its main path leads to. Grows: n in widgets. */
export function moveLater(definition: FlowDefinition, widget: string): FlowDefinition {
  const after = mainTarget(definition, widget);
  const isNext = cordsOf(definition).find(({ from, to }) => to === after && from !== after)?.from === widget;
  return after === null || !isNext ? definition : moveEarlier(definition, after);
}

/** The outlet that leads to `after`, else the first one; null when there is none. */
function mainOutlet(definition: FlowDefinition, widget: string, after: string | null): string | null {
  const outlets = outletsOf(findWidget(definition, widget)?.state ?? {});
  const next = after === null ? null : targetName(definition, after);
  return (outlets.find((each) => next !== null && each.next === next) ?? outlets[0])?.key ?? null;
}

function exchangePlaces(definition: FlowDefinition, one: string, other: string): FlowDefinition {
  const [here, there] = [one, other].map((id) => offsetOf(findWidget(definition, id)?.state ?? {}));
  if (!here || !there) return definition;
  return moveWidgets(
    definition,
    new Map([
      [one, there],
      [other, here],
    ]),
  );
}
