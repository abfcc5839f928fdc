/** Labels of edits: those that name an outlet or several widgets, and all of them as commands bear them. */

import type { CommandLabel } from '#flow/commands/command.ts';
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

/** Longer texts of a label are cut: the server refuses long ones. */
const maxTextLength = 100;

/** The label as a command bears it. */
export function commandLabel(label: EditLabel): CommandLabel {
  const cut = (value: string | number) => (typeof value === 'string' ? value.slice(0, maxTextLength) : value);
  const entries = Object.entries(label).map(([key, value]) => [key, cut(value)]);
  return Object.fromEntries(entries) as CommandLabel;
}
