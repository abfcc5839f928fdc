/** Draws a definition as SVG, without a browser: its cards, cords, notes and groups where the canvas has them, by simple lines. */

import { type FlowDefinition, offsetOf, type State } from '../definition.ts';
import { cordsOf, outletsOf, widgetIds } from '../graph.ts';
import { cardSize } from '../layout/card-size.ts';
import { jackOffsets } from '../layout/outlet-places.ts';
import { widgetType } from '../widgets/widget-types.ts';
import { annotationElements, annotationFrames } from './annotations.ts';
import { element, escapeText } from './svg.ts';

/** How a widget differs in a comparison; widgets without a mark are as they were. */
export type Mark = 'added' | 'removed' | 'changed';

/** A widget of the picture. `index` is its place among the states. */
type Card = { state: State; mark: Mark | null; x: number; y: number; width: number; height: number };

const margin = 40;
/** How far a cord goes straight down before it turns, and above the card that it ends at. */
const stub = 20;
/** Characters of a name or type that fit in a card of the usual width. */
const maxCharacters = 32;

const colours: Record<Mark | 'none', string> = {
  added: '#15803d',
  removed: '#b91c1c',
  changed: '#b45309',
  none: '#64748b',
};
const markNames: Record<Mark, string> = { added: 'Added', removed: 'Removed', changed: 'Changed' };

/**
 * The flow as one SVG document with a white background. `marks` by the names of widgets outline and label them; a removed
 * widget is drawn dashed. Widgets without a position are at the origin. The text has no references to other files.
 * Grows: n in widgets.
 */
export function flowPicture(
  definition: FlowDefinition,
  marks: ReadonlyMap<string, Mark> = new Map(),
): string {
  const ids = widgetIds(definition);
  const cards = new Map(
    definition.states.map((state, index) => [ids[index] ?? '', cardOf(state, marks.get(state.name ?? ''))]),
  );
  const all = [...cards.values()];
  const drawn = [...all, ...annotationFrames(definition)];
  const left = Math.min(0, ...drawn.map(({ x }) => x)) - margin;
  const top = Math.min(0, ...drawn.map(({ y }) => y)) - margin;
  const width = Math.max(0, ...drawn.map((each) => each.x + each.width)) + margin - left;
  const height = Math.max(0, ...drawn.map((each) => each.y + each.height)) + margin - top;
  const cords = cordsOf(definition).flatMap(({ from, outlet, to }) => {
    const [source, target] = [cards.get(from), cards.get(to)];
    return source === undefined || target === undefined ? [] : [cordElement(source, outlet, target)];
  });
  return `${element(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      ...{ width, height, viewBox: `${left} ${top} ${width} ${height}` },
      ...{ role: 'img', 'font-family': 'system-ui, sans-serif', 'font-size': 14 },
    },
    element('title', {}, escapeText(definition.description || 'Flow')),
    element('rect', { x: left, y: top, width, height, fill: '#ffffff' }),
    ...annotationElements(definition),
    ...cords,
    ...all.map(cardElement),
  )}\n`;
}

function cardOf(state: State, mark: Mark | undefined): Card {
  const { x, y } = offsetOf(state) ?? { x: 0, y: 0 };
  return { state, mark: mark ?? null, x, y, ...cardSize(state) };
}

function cardElement({ state, mark, x, y, width, height }: Card): string {
  const colour = colours[mark ?? 'none'];
  const type = widgetType(state.type)?.title ?? state.type ?? '';
  return element(
    'g',
    { transform: `translate(${x} ${y})` },
    element('rect', {
      ...{ width, height, rx: 8, fill: '#f8fafc', stroke: colour },
      'stroke-width': mark === null ? 1 : 3,
      ...(mark === 'removed' && { 'stroke-dasharray': '8 6' }),
    }),
    element(
      'text',
      { x: 16, y: 28, 'font-weight': 600, fill: '#0f172a' },
      escapeText(shortened(state.name ?? '')),
    ),
    element('text', { x: 16, y: 50, fill: '#475569' }, escapeText(shortened(type))),
    ...(mark === null
      ? []
      : [element('text', { x: width - 12, y: -8, fill: colour, 'text-anchor': 'end' }, markNames[mark])]),
  );
}

/** Down from the outlet, across, and down to the middle of the target; around it where that is above. */
function cordElement(source: Card, outlet: string, target: Card): string {
  const outlets = outletsOf(source.state);
  const index = outlets.findIndex(({ key }) => key === outlet);
  const startX = source.x + (jackOffsets(source.width, outlets.length)[index] ?? source.width / 2);
  const [startY, endX, endY] = [source.y + source.height, target.x + target.width / 2, target.y];
  const isBelow = endY - startY >= 2 * stub;
  const middle = (startY + endY) / 2;
  const side = Math.max(source.x + source.width, target.x + target.width) + stub;
  const path = isBelow
    ? `M${startX} ${startY}V${middle}H${endX}V${endY}`
    : `M${startX} ${startY}v${stub}H${side}V${endY - stub}H${endX}V${endY}`;
  return element('path', { d: path, fill: 'none', stroke: '#94a3b8', 'stroke-width': 2 });
}

function shortened(text: string): string {
  const characters = [...text];
  return characters.length <= maxCharacters ? text : `${characters.slice(0, maxCharacters - 1).join('')}…`;
}
