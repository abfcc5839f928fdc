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
