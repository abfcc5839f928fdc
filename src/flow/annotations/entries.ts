/** What stands on the canvas besides widgets: objects by id in `ui` of the definition (decisions 049 and 054). */

import { type FlowDefinition, isPlace } from '../definition.ts';
import { isObject, type JsonObject } from '../json/json.ts';

export const annotationColors = ['yellow', 'green', 'blue', 'pink', 'gray'] as const;
export type AnnotationColor = (typeof annotationColors)[number];

/** The upper left corner and the size in canvas units. */
export type Frame = { x: number; y: number; width: number; height: number };

/** The least and the most of a width or height, in canvas units. */
export type SizeLimits = Readonly<Record<'width' | 'height', readonly [number, number]>>;

type Kind = 'notes' | 'groups';

/** All entries of a kind, also those that cannot be read. */
export function entriesOf({ ui }: FlowDefinition, kind: Kind): JsonObject {
  const entries = isObject(ui) ? ui[kind] : undefined;
  return isObject(entries) ? entries : {};
}

/** Without entries nothing of their kind is left, so that a flow is again as it was before. */
export function withEntries(definition: FlowDefinition, kind: Kind, entries: JsonObject): FlowDefinition {
  const { ui, ...rest } = definition;
  const { [kind]: _, ...others } = isObject(ui) ? ui : {};
  if (Object.keys(entries).length > 0) return { ...rest, ui: { ...others, [kind]: entries } };
  return Object.keys(others).length === 0 ? rest : { ...rest, ui: others };
}

/** The same definition when there is no such entry. */
export function withoutEntry(definition: FlowDefinition, kind: Kind, id: string): FlowDefinition {
  const { [id]: removed, ...left } = entriesOf(definition, kind);
  return removed === undefined ? definition : withEntries(definition, kind, left);
}

/** Sizes between the limits, and whole numbers. */
export function boundedFrame({ x, y, width, height }: Frame, limits: SizeLimits): Frame {
  return {
    x: Math.round(x),
    y: Math.round(y),
    width: between(limits.width, width),
    height: between(limits.height, height),
  };
}

/** The frame of an entry, with `size` where it has none; null without a place. */
export function readFrame(entry: JsonObject, size: Pick<Frame, 'width' | 'height'>): Frame | null {
  const { x, y, width, height } = entry;
  if (typeof x !== 'number' || typeof y !== 'number' || !isPlace(x, y)) return null;
  return {
    x,
    y,
    width: typeof width === 'number' ? width : size.width,
    height: typeof height === 'number' ? height : size.height,
  };
}

export function readColor(entry: JsonObject, otherwise: AnnotationColor): AnnotationColor {
  return annotationColors.find((each) => each === entry.color) ?? otherwise;
}

/** True when the middle of the box stands in the frame: it is in the group, or among the cards. */
export function isMiddleIn(frame: Frame, box: Frame): boolean {
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  return x >= frame.x && x <= frame.x + frame.width && y >= frame.y && y <= frame.y + frame.height;
}

/** True when the whole box lies in the frame. */
export function isFrameIn(frame: Frame, box: Frame): boolean {
  return (
    box.x >= frame.x &&
    box.y >= frame.y &&
    box.x + box.width <= frame.x + frame.width &&
    box.y + box.height <= frame.y + frame.height
  );
}

/** The smallest frame around all boxes; null when there are none. */
export function boundsOf(boxes: readonly Frame[]): Frame | null {
  if (boxes.length === 0) return null;
  const left = Math.min(...boxes.map(({ x }) => x));
  const top = Math.min(...boxes.map(({ y }) => y));
  const right = Math.max(...boxes.map(({ x, width }) => x + width));
  const bottom = Math.max(...boxes.map(({ y, height }) => y + height));
  return { x: left, y: top, width: right - left, height: bottom - top };
}

function between([least, most]: readonly [number, number], value: number): number {
  return Math.round(Math.min(most, Math.max(least, value)));
}
