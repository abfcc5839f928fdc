/** Labels of edits that name an outlet or several widgets. */

import type { FlowDefinition } from '#flow/definition.ts';
import { outletsOf, widgetIds } from '#flow/graph.ts';
import type { OutletRef } from '../../canvas/canvas-props.ts';
import type { EditLabel } from '../../unsaved-work/edit-label.ts';

export function connectLabel(definition: FlowDefinition, from: OutletRef, target: string): EditLabel {
  return { name: 'connect', widget: from.widget, outlet: outletLabel(definition, from), target };
}

export function disconnectLabel(definition: FlowDefinition, from: OutletRef): EditLabel {
  return { name: 'disconnect', widget: from.widget, outlet: outletLabel(definition, from) };
}

type SeveralWidgets = Extract<EditLabel, { count: number }>['name'];

export function widgetsLabel(name: SeveralWidgets, widgets: Iterable<string>): EditLabel {
  const ids = [...widgets];
  return { name, widget: ids[0] ?? '', count: ids.length };
}

function outletLabel(definition: FlowDefinition, { widget, outlet }: OutletRef): string {
  const state = definition.states[widgetIds(definition).indexOf(widget)];
  return outletsOf(state ?? {}).find((each) => each.key === outlet)?.label ?? outlet;
}
