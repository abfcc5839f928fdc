/**
 * Places for new cards: in line with an outlet or at a point, clear of all other cards. Where there is no room below
 * an outlet, what is below moves down. Pure; in canvas units.
 */

import { type FlowDefinition, offsetOf, type Point, type State } from '../definition.ts';
import { type Cord, cordsOf, outletsOf, widgetIds } from '../graph.ts';
import { cardSize, type Size } from './card-size.ts';
import { jackOffsets } from './outlet-places.ts';

/** An outlet by the id of its widget and its own key. */
type OutletRef = { widget: string; outlet: string };

/** The top left corner of a new card, and the new ones of the cards that make room for it. */
export type ClearPlace = { at: Point; moved: ReadonlyMap<string, Point> };

type Box = Point & Size;

const grid = 20;
/** Between a card and the one that it leads to: room for the cords. */
const rowGap = 80;
/** Between cards side by side, as in the automatic layout. */
const columnGap = 60;
/** At least this is left free around a card. */
const margin = 40;
const none: ReadonlyMap<string, Point> = new Map();

/**
 * The place for a card of `size` that the outlet leads to: below the outlet and in line with it; beside a card that
 * another outlet of the same widget leads to. Cards that are in the way move down, with what follows them. Null when
 * the outlet's widget does not exist or has no position.
 * Grows: n² in widgets.
 */
export function placeBelowOutlet(definition: FlowDefinition, from: OutletRef, size: Size): ClearPlace | null {
  const boxes = cardBoxes(definition);
  const source = boxes.get(from.widget);
  const state = definition.states[widgetIds(definition).indexOf(from.widget)];
  if (source === undefined || state === undefined) return null;
  const outlets = outletsOf(state);
  const index = outlets.findIndex(({ key }) => key === from.outlet);
  const jack = jackOffsets(source.width, outlets.length)[index];
  if (jack === undefined) return null;
  const inLine = {
    x: source.x + jack - size.width / 2,
    y: ceilToGrid(source.y + source.height + rowGap),
    ...size,
  };
  const cords = cordsOf(definition);
  const siblings = outlets.flatMap(({ key }, nth) => {
    const cord = nth === index ? undefined : cords.find((each) => each.id === `${from.widget} ${key}`);
    const box = cord === undefined || cord.to === from.widget ? undefined : boxes.get(cord.to);
    return box === undefined || !isInTheWay(inLine, box) ? [] : [{ box, isAfter: nth > index }];
  });
  const card = { id: from.widget, ...source };
  if (siblings.length === 0) return makeRoom(inLine, boxes, cords, card);
  const row = siblings.map(({ box }) => box);
  const places = besideRow(
    inLine,
    row,
    siblings.every(({ isAfter }) => isAfter),
  );
  const free = places.find((place) => [...boxes.values()].every((box) => !isInTheWay(place, box)));
  return makeRoom(free ?? places[0] ?? inLine, boxes, cords, card);
}

/**
 * The place nearest to `at` (the top left corner, on the grid) at which a card or group of `size` covers no card and none
 * of `others`.
 * Grows: n in widgets.
 */
export function nearestClearPlace(
  definition: FlowDefinition,
  at: Point,
  size: Size,
  others: Iterable<Box> = [],
): Point {
  const boxes = [...cardBoxes(definition).values(), ...others];
  const isClear = (place: Point) => boxes.every((box) => !isInTheWay({ ...place, ...size }, box, grid));
  const start = { x: snap(at.x), y: snap(at.y) };
  if (isClear(start)) return start;
  // Along the edges of the cards around: the nearest clear place touches one of them.
  const xs = [start.x, ...boxes.flatMap((box) => [box.x + box.width + margin, box.x - size.width - margin])];
  const ys = [
    start.y,
    ...boxes.flatMap((box) => [box.y + box.height + margin, box.y - size.height - margin]),
  ];
  const near = (values: number[], from: number) =>
    [...new Set(values.map(snap))].sort((a, b) => Math.abs(a - from) - Math.abs(b - from)).slice(0, 40);
  const places = near(xs, start.x).flatMap((x) => near(ys, start.y).map((y) => ({ x, y })));
  const distance = ({ x, y }: Point) => Math.hypot(x - start.x, y - start.y);
  const lowest = Math.max(...boxes.map((box) => box.y + box.height));
  return (
    places.sort((a, b) => distance(a) - distance(b)).find(isClear) ?? {
      x: start.x,
      y: ceilToGrid(lowest + margin),
    }
  );
}

/** The boxes of all cards that have a position, by the ids of their widgets. Grows: n in widgets. */
export function cardBoxes(definition: FlowDefinition): Map<string, Box> {
  const ids = widgetIds(definition);
  return new Map(
    definition.states.flatMap((state: State, index) => {
      const at = offsetOf(state);
      return at === null ? [] : [[ids[index] ?? '', { ...at, ...cardSize(state) }] as const];
    }),
  );
}

/** After the right end of the row and before its left end: the side that keeps the order of the outlets first. */
function besideRow(inLine: Box, row: readonly Box[], isLeftFirst: boolean): Box[] {
  const right = Math.max(...row.map((box) => box.x + box.width)) + columnGap;
  const left = Math.min(...row.map((box) => box.x)) - columnGap - inLine.width;
  const places = [
    { ...inLine, x: right },
    { ...inLine, x: left },
  ];
  return isLeftFirst ? places.reverse() : places;
}

/**
 * The place, with the cards that must move down for it: those in the way, what follows them below, and what those
 * would cover, all by the same distance. A card that is not wholly below the source cannot make room: then the
 * place moves sideways.
 */
function makeRoom(
  place: Box,
  boxes: ReadonlyMap<string, Box>,
  cords: readonly Cord[],
  source: Box & { id: string },
): ClearPlace {
  const inTheWay = [...boxes].filter(([id, box]) => id !== source.id && isInTheWay(place, box));
  if (inTheWay.length === 0) return { at: { x: place.x, y: place.y }, moved: none };
  if (inTheWay.some(([, box]) => box.y < source.y + source.height)) {
    const right = Math.max(...inTheWay.map(([, box]) => box.x + box.width)) + columnGap;
    return makeRoom({ ...place, x: right }, boxes, cords, source);
  }
  const highest = Math.min(...inTheWay.map(([, box]) => box.y));
  const by = ceilToGrid(place.y + place.height + rowGap - highest);
  const moving = new Set(inTheWay.map(([id]) => id));
  const isBelow = (id: string) => id !== source.id && (boxes.get(id)?.y ?? -Infinity) >= highest;
  const following = Map.groupBy(cords, ({ from }) => from);
  // What is added on the way is looked at as well.
  for (const id of moving) {
    for (const { to } of following.get(id) ?? []) if (isBelow(to)) moving.add(to);
    const box = boxes.get(id);
    if (box === undefined) continue;
    // Everything between the old and the new place of the card goes down with it.
    const swept = { ...box, height: box.height + by };
    for (const [other, there] of boxes)
      if (!moving.has(other) && isInTheWay(swept, there) && isBelow(other)) moving.add(other);
  }
  const moved = new Map(
    [...moving].flatMap((id) => {
      const box = boxes.get(id);
      return box === undefined ? [] : [[id, { x: box.x, y: box.y + by }] as const];
    }),
  );
  return { at: { x: place.x, y: place.y }, moved };
}

function isInTheWay(place: Box, box: Box, gap = margin): boolean {
  return (
    place.x < box.x + box.width + gap &&
    box.x < place.x + place.width + gap &&
    place.y < box.y + box.height + gap &&
    box.y < place.y + place.height + gap
  );
}

function snap(value: number): number {
  return Math.round(value / grid) * grid;
}

function ceilToGrid(value: number): number {
  return Math.ceil(value / grid) * grid;
}
