/** Operations: one change each, as a value that can be stored, applied, inverted and rebased. */

import type { State } from '../definition.ts';
import type { Json } from '../json/json.ts';
import type { TextEdit } from './text-edit.ts';

/** Keys and indices from a widget, or from the whole working copy, to a value. */
export type Path = readonly (string | number)[];

/** A value that may be absent. */
export type Optional = Json | undefined;

/**
 * One change of a working copy. `widget` is an identity; null means the flow itself, whose paths begin with `name` or
 * `definition`. An operation with `ifUnchanged`, of an undo, changes only what is still as its author left it.
 */
export type Operation =
  /** Sets a value, or removes it where `to` is absent. `[]` is the whole widget. */
  | { kind: 'set'; widget: string | null; path: Path; from?: Json; to?: Json; ifUnchanged?: true }
  /** Edits a text by characters. */
  | { kind: 'edit-text'; widget: string | null; path: Path; edit: TextEdit; ifUnchanged?: true }
  /** Inserts an item in a list. */
  | { kind: 'insert'; widget: string; path: Path; at: number; value: Json }
  /** Deletes an item of a list. */
  | { kind: 'delete'; widget: string; path: Path; at: number; value: Json; ifUnchanged?: true }
  /** Moves an item of a list to another index. */
  | { kind: 'reorder'; widget: string; path: Path; from: number; to: number }
  /** Sets where a transition leads: a widget, or null for nowhere. */
  | {
      kind: 'connect';
      widget: string;
      at: number;
      from: string | null;
      to: string | null;
      ifUnchanged?: true;
    }
  | { kind: 'add-widget'; widget: string; at: number; state: State }
  /**
   * Removes a widget and disconnects what leads to it. `state` and `sources` (identities of the widgets that lead to it)
   * are there with `ifUnchanged`.
   */
  | { kind: 'remove-widget'; widget: string; state?: State; sources?: string[]; ifUnchanged?: true }
  /** Renames a widget with all references to it. */
  | { kind: 'rename-widget'; widget: string; from: string; to: string; ifUnchanged?: true }
  /** Sorts the widgets of the file. */
  | { kind: 'order-widgets'; from: readonly string[]; to: readonly string[]; ifUnchanged?: true }
  /** Replaces the definition as a whole: one whose widgets cannot be addressed. */
  | {
      kind: 'replace';
      from: Json;
      to: Json;
      fromWidgets: readonly string[];
      toWidgets: readonly string[];
      ifUnchanged?: true;
    };

/** The operation with the identities of the map; others stay. */
export function withIdentities(operation: Operation, identities: ReadonlyMap<string, string>): Operation {
  const named = (widget: string) => identities.get(widget) ?? widget;
  const nameable = (widget: string | null) => (widget === null ? null : named(widget));
  switch (operation.kind) {
    case 'set':
    case 'edit-text':
      return { ...operation, widget: nameable(operation.widget) };
    case 'insert':
    case 'delete':
    case 'reorder':
    case 'add-widget':
    case 'rename-widget':
      return { ...operation, widget: named(operation.widget) };
    case 'connect': {
      const { widget, from, to } = operation;
      return { ...operation, widget: named(widget), from: nameable(from), to: nameable(to) };
    }
    case 'remove-widget': {
      const { widget, sources } = operation;
      return { ...operation, widget: named(widget), ...(sources && { sources: sources.map(named) }) };
    }
    case 'order-widgets':
      return { ...operation, from: operation.from.map(named), to: operation.to.map(named) };
    case 'replace': {
      const { fromWidgets, toWidgets } = operation;
      return { ...operation, fromWidgets: fromWidgets.map(named), toWidgets: toWidgets.map(named) };
    }
  }
}
