/**
 * Fast path for templates whose outputs are plain variables, which most are: rendered without the Liquid engine.
 * The result is the engine's, or null where the engine is needed.
 */

import type { WorkBudget } from '../work-budget/work-budget.ts';
import { splitSegments, tokenize } from './lexer.ts';
import { maxTextLength } from './render-context.ts';
import { stringifyValue } from './stringify.ts';

/** What a part costs besides its characters, in bytes. */
const pricePerPart = 20;

/** Literal text, or the keys of a variable's path. */
export type FastPathPart = string | string[];

const simplePath = /^[a-z_][\w-]*(\.[a-z_][\w-]*)*$/i;
const needsEngine = /^(true|false|nil|null|empty|blank|not)$|(^|\.)(size|first|last)(\.|$)/;

/** The parts of a template whose outputs are all plain variables, null when it needs the engine. */
export function compileFastPath(text: string): FastPathPart[] | null {
  const parts: FastPathPart[] = [];
  for (const segment of splitSegments(text)) {
    if (segment.kind === 'text') {
      parts.push(text.slice(segment.start, segment.end));
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
    parts.push(path.path.split('.'));
  }
  return parts;
}

/** The rendered text, or null when it is too long for the fast path. @throws LimitExceeded */
export function renderFastPath(
  parts: readonly FastPathPart[],
  variables: object,
  work: WorkBudget,
): string | null {
  let text = '';
  for (const part of parts) {
    const rendered = typeof part === 'string' ? part : stringifyValue(valueAt(variables, part));
    work.spend('byte', pricePerPart + rendered.length);
    text += rendered;
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
