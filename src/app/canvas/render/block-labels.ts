/**
 * Names and icons on the blocks of the lowest level of detail, painted in px of the screen: a block with room has both, the
 * name in up to two lines; a smaller one its icon, so that kinds are told apart without their colours. Pure but for painting.
 */

import type { Viewport } from '../viewport/viewport.ts';
import type { Colours } from './colours.ts';
import { nameParts } from './name-parts.ts';
import type { SceneWidget } from './scene.ts';

/** Icons as paths in a square of 24. */
export type IconPaths = ReadonlyMap<string, Path2D>;

/** Where the parts of a block's label stand, in px from its upper left corner; null where there is no room. */
export type BlockLabel = {
  icon: { x: number; y: number; size: number } | null;
  name: { x: number; y: number; width: number; lines: 1 | 2 } | null;
};

const fontPx = 10;
const lineHeight = 12;
const padding = 3;
const iconPx = 11;
/** Less room for a name than for about four letters says nothing. */
const leastNameWidth = 26;
const iconUnits = 24;

/** The label of a block of that size in px. */
export function blockLabel(width: number, height: number): BlockLabel {
  const innerHeight = height - 2;
  const hasIcon = width >= iconPx + 2 && innerHeight >= iconPx;
  const nameWidth = width - 2 * padding - (hasIcon ? iconPx + padding : 0);
  const hasName = nameWidth >= leastNameWidth && innerHeight >= lineHeight;
  const icon = hasIcon
    ? { x: hasName ? padding : (width - iconPx) / 2, y: (height - iconPx) / 2, size: iconPx }
    : null;
  if (!hasName) return { icon, name: null };
  const lines = innerHeight >= 2 * lineHeight ? 2 : 1;
  return {
    icon,
    name: { x: padding + (hasIcon ? iconPx + padding : 0), y: height / 2, width: nameWidth, lines },
  };
}

/**
 * `text` in at most that many lines of `width`, broken between words where both parts have room; the last line ends with an
 * ellipsis where it had to be cut.
 */
export function linesOf(
  text: string,
  width: number,
  lines: 1 | 2,
  measure: (text: string) => number,
): string[] {
  if (measure(text) <= width) return [text];
  if (lines === 1) return [`${fitting(text, width - measure('…'), measure)}…`];
  const words = wordsWithin(text, width, measure);
  if (words !== '' && measure(text.slice(words.length)) <= width) return [words, text.slice(words.length)];
  const first = fitting(text, width, measure);
  const rest = text.slice(first.length);
  if (measure(rest) <= width) return [first, rest];
  return [first, `${fitting(rest, width - measure('…'), measure)}…`];
}

/** The longest beginning of `text` that is at most `width` wide and ends with a word; empty where not even the first fits. */
function wordsWithin(text: string, width: number, measure: (text: string) => number): string {
  let line = '';
  for (const part of nameParts(text)) {
    if (measure((line + part).trimEnd()) > width) break;
    line += part;
  }
  return line;
}

/** The longest beginning of `text` that is at most `width` wide, and one character at least. */
function fitting(text: string, width: number, measure: (text: string) => number): string {
  const characters = [...text];
  let [least, most] = [1, characters.length];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (measure(characters.slice(0, middle).join('')) <= width) least = middle;
    else most = middle - 1;
  }
  return characters.slice(0, least).join('');
}

/** Whether the first letter is Hebrew, Arabic or of a script like them, as `dir="auto"` decides it. */
export const startsRightToLeft = (text: string) =>
  /^\P{L}*[\u0590-\u08ff\ufb1d-\ufefc\u{1e800}-\u{1efff}]/u.test(text);

/** Lines by name and width: they are the same in each frame of a pan. */
const knownLines = new Map<string, string[]>();
const maxKnownLines = 4_000;

/** `scale` is how many px of the device one px of the screen has. */
type LabelStyle = {
  viewport: Viewport;
  colours: Colours;
  icons: IconPaths;
  scale: number;
  fontFamily: string;
};

type Label = { widget: SceneWidget; isFaded: boolean };

/** Paints on a context whose transform is set to px of the screen. */
export function paintBlockLabels(
  context: CanvasRenderingContext2D,
  labels: Iterable<Label>,
  { viewport, colours, icons, scale, fontFamily }: LabelStyle,
): void {
  context.font = `500 ${fontPx}px ${fontFamily}`;
  context.textBaseline = 'middle';
  context.fillStyle = colours.card;
  context.strokeStyle = colours.card;
  context.lineCap = 'round';
  context.lineJoin = 'round';
  const measure = (text: string) => context.measureText(text).width;
  for (const { widget, isFaded } of labels) {
    const { box, summary } = widget;
    const [left, top] = [box.x * viewport.zoom + viewport.x, box.y * viewport.zoom + viewport.y];
    const { icon, name } = blockLabel(box.width * viewport.zoom, box.height * viewport.zoom);
    context.globalAlpha = isFaded ? 0.5 : 1;
    const path = icon === null ? undefined : icons.get(summary.type);
    if (icon !== null && path !== undefined) {
      const unit = icon.size / iconUnits;
      context.setTransform(scale * unit, 0, 0, scale * unit, scale * (left + icon.x), scale * (top + icon.y));
      context.lineWidth = 2;
      context.stroke(path);
      context.setTransform(scale, 0, 0, scale, 0, 0);
    }
    if (name === null) continue;
    const key = `${name.lines} ${Math.round(name.width)} ${summary.name}`;
    let lines = knownLines.get(key);
    if (lines === undefined) {
      if (knownLines.size >= maxKnownLines) knownLines.clear();
      lines = linesOf(summary.name, name.width, name.lines, measure);
      knownLines.set(key, lines);
    }
    const isRightToLeft = startsRightToLeft(summary.name);
    context.direction = isRightToLeft ? 'rtl' : 'ltr';
    const start = left + name.x + (isRightToLeft ? name.width : 0);
    lines.forEach((line, index) => {
      const y = top + name.y + (index - ((lines?.length ?? 1) - 1) / 2) * lineHeight;
      context.fillText(line, start, y);
    });
  }
  context.globalAlpha = 1;
}
