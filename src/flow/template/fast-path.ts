/**
 * The short way for templates that only name variables, which most are: no engine is started for them.
 * It gives the same text as the engine, or declines.
 */

import { splitSegments, tokenize } from './lexer.ts';
import { maxTextLength } from './liquid.ts';
import { stringifyValue } from './stringify.ts';

/** Text as it is, or the names that lead to a variable. */
export type FastPathPart = string | string[];

const simplePath = /^[a-z_][\w-]*(\.[a-z_][\w-]*)*$/i;
const needsEngine = /^(true|false|nil|null|empty|blank|not)$|(^|\.)(size|first|last)(\.|$)/;

/** The pieces of a text whose outputs are nothing but plain variables, or null when it needs the engine. */
export function compileFastPath(text: string): FastPathPart[] | null {
  const pieces: FastPathPart[] = [];
  for (const segment of splitSegments(text)) {
    if (segment.kind === 'text') {
      pieces.push(text.slice(segment.start, segment.end));
      continue;
    }
    const [path, ...more] = tokenize(text, segment.from, segment.to);
    if (segment.kind === 'tag' || segment.from - segment.start > 2 || segment.end - segment.to > 2)
      return null;
    if (
      path?.kind !== 'path' ||
      more.length > 0 ||
      !simplePath.test(path.path) ||
      needsEngine.test(path.path)
    )
      return null;
    pieces.push(path.path.split('.'));
  }
  return pieces;
}

/** The filled text, or null when it is too long for the short way. */
export function renderFastPath(pieces: readonly FastPathPart[], variables: object): string | null {
  let text = '';
  for (const piece of pieces) {
    text += typeof piece === 'string' ? piece : stringifyValue(valueAt(variables, piece));
    if (text.length > maxTextLength) return null;
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
