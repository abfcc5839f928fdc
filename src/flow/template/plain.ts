/**
 * The short way for templates that only name variables, which most are: no engine is started for them.
 * It gives the same text as the engine, or declines.
 */

import { textLimit } from './language.ts';
import { segmentsOf, wordsOf } from './scan.ts';
import { textOfValue } from './written.ts';

/** Text as it is, or the names that lead to a variable. */
export type Piece = string | string[];

const plainPath = /^[a-z_][\w-]*(\.[a-z_][\w-]*)*$/i;
const notPlain = /^(true|false|nil|null|empty|blank|not)$|(^|\.)(size|first|last)(\.|$)/;

/** The pieces of a text whose outputs are nothing but plain variables, or null when it needs the engine. */
export function plainPieces(text: string): Piece[] | null {
  const pieces: Piece[] = [];
  for (const segment of segmentsOf(text)) {
    if (segment.kind === 'text') {
      pieces.push(text.slice(segment.start, segment.end));
      continue;
    }
    const [path, ...more] = wordsOf(text, segment.from, segment.to);
    if (segment.kind === 'tag' || segment.from - segment.start > 2 || segment.end - segment.to > 2)
      return null;
    if (path?.kind !== 'path' || more.length > 0 || !plainPath.test(path.path) || notPlain.test(path.path))
      return null;
    pieces.push(path.path.split('.'));
  }
  return pieces;
}

/** The filled text, or null when it is too long for the short way. */
export function fillPlain(pieces: readonly Piece[], variables: object): string | null {
  let text = '';
  for (const piece of pieces) {
    text += typeof piece === 'string' ? piece : textOfValue(valueAt(variables, piece));
    if (text.length > textLimit) return null;
  }
  return text;
}

function valueAt(variables: object, path: readonly string[]): unknown {
  let value: unknown = variables;
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}
