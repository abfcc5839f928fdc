/** Notes and groups of a definition as elements of a picture, behind its cards. */

import type { AnnotationColor, Frame } from '../annotations/entries.ts';
import { type Group, groupsOf } from '../annotations/groups.ts';
import { type Note, notesOf } from '../annotations/notes.ts';
import type { FlowDefinition } from '../definition.ts';
import { element, escapeText } from './svg.ts';

const fills: Record<AnnotationColor, string> = {
  yellow: '#fef3c7',
  green: '#dcfce7',
  blue: '#e0e7ff',
  pink: '#fee2e2',
  gray: '#f1f5f9',
};
const lines: Record<AnnotationColor, string> = {
  yellow: '#d97706',
  green: '#15803d',
  blue: '#4f46e5',
  pink: '#b91c1c',
  gray: '#64748b',
};
const padding = 12;
const lineHeight = 18;
/** About the width of a letter, as nothing measures text here. */
const letterWidth = 7.5;
/** The title of a group stands above its frame. */
const titleHeight = 24;

/** Frames around all that is drawn, titles included. */
export function annotationFrames(definition: FlowDefinition): Frame[] {
  const titled = [...groupsOf(definition).values()].map(({ x, y, width, height }) => ({
    ...{ x, width, y: y - titleHeight, height: height + titleHeight },
  }));
  return [...titled, ...notesOf(definition).values()];
}

/** Groups first: a note may lie on one. */
export function annotationElements(definition: FlowDefinition): string[] {
  return [
    ...[...groupsOf(definition).values()].map(groupElement),
    ...[...notesOf(definition).values()].map(noteElement),
  ];
}

function groupElement({ x, y, width, height, color, title }: Group): string {
  return element(
    'g',
    { transform: `translate(${x} ${y})` },
    element('rect', { width, height, rx: 12, ...paint(color), 'fill-opacity': 0.5 }),
    element('text', { x: 4, y: -8, fill: lines[color], 'font-weight': 600 }, escapeText(title)),
  );
}

/** The text as it was written, in as many lines as the note has room for. */
function noteElement({ x, y, width, height, color, text }: Note): string {
  const columns = Math.max(4, Math.floor((width - 2 * padding) / letterWidth));
  const rows = Math.max(1, Math.floor((height - 2 * padding) / lineHeight));
  const texts = text.split('\n').flatMap((line) => wrapped(line, columns));
  const shown = texts.length <= rows ? texts : [...texts.slice(0, rows - 1), `${texts[rows - 1] ?? ''}…`];
  return element(
    'g',
    { transform: `translate(${x} ${y})` },
    element('rect', { width, height, rx: 8, ...paint(color) }),
    ...shown.map((line, row) =>
      element('text', { x: padding, y: padding + 14 + row * lineHeight, fill: '#0f172a' }, escapeText(line)),
    ),
  );
}

function paint(color: AnnotationColor) {
  return { fill: fills[color], stroke: lines[color] };
}

/** Lines of at most `columns` characters, broken between words where there are some. */
function wrapped(line: string, columns: number): string[] {
  const rows: string[] = [];
  let row = '';
  for (const word of line.split(' ')) {
    const longer = row === '' ? word : `${row} ${word}`;
    if ([...longer].length <= columns) {
      row = longer;
      continue;
    }
    if (row !== '') rows.push(row);
    const characters = [...word];
    while (characters.length > columns) rows.push(characters.splice(0, columns).join(''));
    row = characters.join('');
  }
  return [...rows, row];
}
