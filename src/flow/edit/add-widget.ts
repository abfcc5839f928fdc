/** Edit command: add a widget; and the names that are generated for new widgets. */

import type { FlowDefinition, Point, State } from '../definition.ts';
import { widgetType } from '../widgets/widget-types.ts';
import { isWidgetName } from './rename-widget.ts';

/** The definition with the new widget, and its id. */
export type AddedWidget = { definition: FlowDefinition; id: string };

/**
 * Adds a widget of that type with its defaults and an unconnected transition for each event that it always has.
 * `name` is used when it is free and well formed, otherwise a name is generated. A widget of an unsupported type
 * gets neither properties nor transitions.
 * Grows: n in widgets.
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

/** `send_message_1`, or with the lowest number that no widget of the flow has; the version suffix of the type is dropped. */
export function generateName(definition: FlowDefinition, type: string | undefined): string {
  return new FreeNames(definition).forType(type);
}

/**
 * `base` when no widget has that name, otherwise with the lowest free number from 2: `welcome_2`, not `welcome_1_2`.
 * Grows: n in widgets.
 */
export function uniqueName(definition: FlowDefinition, base: string): string {
  return new FreeNames(definition).like(base);
}

/** Names for several new widgets, each of which is to be taken. */
export class FreeNames {
  readonly #taken: Set<unknown>;
  /** By stem and first number: all numbers before it are taken. */
  readonly #next = new Map<string, number>();

  constructor({ states }: FlowDefinition) {
    this.#taken = new Set(states.map(({ name }) => name));
  }

  take(name: string): void {
    this.#taken.add(name);
  }

  /** As `generateName`. */
  forType(type: string | undefined): string {
    // A broken file may have any JSON as type.
    const base = typeof type === 'string' ? type : 'widget';
    return this.#withNumber(base.replace(/-v\d+$/, '').replaceAll('-', '_'), 1);
  }

  /** As `uniqueName`. */
  like(base: string): string {
    if (isWidgetName(base) && !this.#taken.has(base)) return base;
    return this.#withNumber(base.replace(/_\d+$/, ''), 2);
  }

  #withNumber(text: string, from: number): string {
    const stem = isWidgetName(text) ? text : 'widget';
    const key = `${stem} ${from}`;
    let number = this.#next.get(key) ?? from;
    while (this.#taken.has(`${stem}_${number}`)) number += 1;
    this.#next.set(key, number);
    return `${stem}_${number}`;
  }
}

/** True when a widget has that name; names are case sensitive. */
export function isNameTaken(definition: FlowDefinition, name: string): boolean {
  return definition.states.some((state) => state.name === name);
}
