/** Adding a new widget to a flow, and the names that new widgets get. */

import type { FlowDefinition, Point, State } from '../definition.ts';
import { widgetType } from '../widgets/widget-types.ts';
import { isWidgetName } from './rename-widget.ts';

/** A definition with a widget that was not there before, and its id. */
export type AddedWidget = { definition: FlowDefinition; id: string };

/**
 * Adds a widget of that type with its defaults and one unplugged transition for each event that it
 * always has. `name` is taken when it is free and well formed, otherwise the widget gets a fresh one.
 * A type that the table does not know gets neither properties nor transitions.
 */
export function addWidget(definition: FlowDefinition, type: string, at: Point, name?: string): AddedWidget {
  const id =
    name !== undefined && isWidgetName(name) && !isNameTaken(definition, name)
      ? name
      : generateName(definition, type);
  const known = widgetType(type);
  const events = known?.events.filter((event) => event.name !== known.repeats) ?? [];
  const state: State = {
    name: id,
    type,
    transitions: events.map((event) => ({ event: event.name })),
    properties: { offset: { x: at.x, y: at.y }, ...structuredClone(known?.defaults ?? {}) },
  };
  return { definition: { ...definition, states: [...definition.states, state] }, id };
}

/** `send_message_1`, or with the lowest number that no widget of the flow has; versions of types are left out. */
export function generateName(definition: FlowDefinition, type: string | undefined): string {
  // A broken file may hold anything as type.
  const word = typeof type === 'string' ? type : 'widget';
  return withNumber(definition, word.replace(/-v\d+$/, '').replaceAll('-', '_'), 1);
}

/** `base` when no widget has that name, otherwise with the lowest free number from 2: `welcome_2`, not `welcome_1_2`. */
export function uniqueName(definition: FlowDefinition, base: string): string {
  if (isWidgetName(base) && !isNameTaken(definition, base)) return base;
  return withNumber(definition, base.replace(/_\d+$/, ''), 2);
}

/** True when a widget has that name, spelled exactly so: names are case sensitive. */
export function isNameTaken(definition: FlowDefinition, name: string): boolean {
  return definition.states.some((state) => state.name === name);
}

function withNumber(definition: FlowDefinition, text: string, from: number): string {
  const stem = isWidgetName(text) ? text : 'widget';
  const taken = new Set(definition.states.map((state) => state.name));
  let number = from;
  while (taken.has(`${stem}_${number}`)) number += 1;
  return `${stem}_${number}`;
}
