/** Placing new widgets: below an outlet or at a point, clear of all other cards, in one edit. */

import { groupsOf } from '#flow/annotations/groups.ts';
import { notesOf } from '#flow/annotations/notes.ts';
import { moveAnnotations } from '#flow/annotations/travelling.ts';
import type { FlowDefinition, Point } from '#flow/definition.ts';
import { addWidget } from '#flow/edit/add-widget.ts';
import { connect, insertNewOnCord } from '#flow/edit/connect.ts';
import type { PastedWidgets } from '#flow/edit/copy-widgets.ts';
import { prefillSplit } from '#flow/edit/followed-variable.ts';
import { moveWidgets } from '#flow/edit/move-widgets.ts';
import { outletsOf, widgetIds } from '#flow/graph.ts';
import { cardSize } from '#flow/layout/card-size.ts';
import { cardBoxes, nearestClearPlace, placeBelowOutlet } from '#flow/layout/clear-place.ts';
import { boundingBox } from '../../canvas/box.ts';
import type { OutletRef } from '../../canvas/canvas-props.ts';

/** A definition with a new widget, and its id. */
export type PlacedWidget = { definition: FlowDefinition; id: string };

/**
 * Where a new widget goes: below an outlet, into its cord when it has one; or with its top middle at a point, connected
 * to `from`.
 */
export type Placement =
  | { kind: 'outlet'; from: OutletRef }
  | { kind: 'point'; at: Point; from: OutletRef | null };

const rowGap = 80;

/** Adds a widget of that type. Cards that are in the way below its outlet move down. */
export function placeWidget(definition: FlowDefinition, type: string, placement: Placement): PlacedWidget {
  // Its size is known once it has its defaults.
  const added = addWidget(definition, type, { x: 0, y: 0 });
  const size = cardSize(added.definition.states.at(-1) ?? {});
  if (placement.kind === 'point') {
    const { at, from } = placement;
    const place = nearestClearPlace(definition, { x: at.x - size.width / 2, y: at.y }, size);
    return from === null
      ? addWidget(definition, type, place, added.id)
      : addInto(definition, type, from, place, added.id);
  }
  const { from } = placement;
  const place = placeBelowOutlet(definition, from, size);
  if (place === null) return added;
  return addInto(moveWidgets(definition, place.moved), type, from, place.at, added.id);
}

/** Where a widget goes that is added after `after`: its outlet `preferred` when that is free, else its first free one. */
export function placementAfter(
  definition: FlowDefinition,
  after: string | null,
  fallback: Point,
  preferred: string | null = null,
): Placement {
  const source = after === null ? undefined : definition.states[widgetIds(definition).indexOf(after)];
  if (source === undefined || after === null) return { kind: 'point', at: fallback, from: null };
  const free = outletsOf(source).filter((outlet) => outlet.next === null);
  const outlet = free.find(({ key }) => key === preferred) ?? free[0];
  if (outlet !== undefined) return { kind: 'outlet', from: { widget: after, outlet: outlet.key } };
  const box = cardBoxes(definition).get(after);
  if (box === undefined) return { kind: 'point', at: fallback, from: null };
  const below = { x: box.x + box.width / 2, y: box.y + box.height + rowGap };
  return { kind: 'point', at: below, from: null };
}

/**
 * The copies of an edit, moved together to the nearest place that is clear of the widgets of `before`, and of its notes and
 * groups where such are copied.
 */
export function placeGroup(
  before: FlowDefinition,
  { definition, ids, annotations }: PastedWidgets,
): FlowDefinition {
  const boxes = cardBoxes(definition);
  const copies = ids.flatMap((id) => {
    const box = boxes.get(id);
    return box === undefined ? [] : [[id, box] as const];
  });
  const [notes, groups] = [notesOf(definition), groupsOf(definition)];
  const frames = annotations.flatMap(({ kind, id }) => (kind === 'note' ? notes : groups).get(id) ?? []);
  const whole = boundingBox([...copies.map(([, box]) => box), ...frames]);
  if (whole === null) return definition;
  const others = [
    ...(annotations.length === 0 ? [] : notesOf(before).values()),
    // A note may be put into a group; a group into no other.
    ...(annotations.some(({ kind }) => kind === 'group') ? groupsOf(before).values() : []),
  ];
  const at = nearestClearPlace(before, whole, whole, others);
  const by = { x: at.x - whole.x, y: at.y - whole.y };
  const moved = copies.map(([id, { x, y }]) => [id, { x: x + by.x, y: y + by.y }] as const);
  return moveAnnotations(moveWidgets(definition, new Map(moved)), annotations, by);
}

/** Connects existing widgets; a split without a variable tests what arrives there. */
export function connectWidget(definition: FlowDefinition, from: OutletRef, to: string): FlowDefinition {
  return prefillSplit(connect(definition, from, to), to, from);
}

function addInto(
  definition: FlowDefinition,
  type: string,
  from: OutletRef,
  at: Point,
  name: string,
): PlacedWidget {
  const added = insertNewOnCord(definition, from, type, at, name);
  return { ...added, definition: prefillSplit(added.definition, added.id, from) };
}
