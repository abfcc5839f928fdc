/** What the templates of a widget read, by names, and replacing it: what moving widgets between flows is made of. */

import type { State } from '../../definition.ts';
import { splitSegments } from '../../template/lexer.ts';
import { variableReferences } from '../../template/variable-references.ts';
import { mapTexts } from '../rename-references.ts';

/**
 * A read of a variable. `names` are those of its path up to the first one that is computed; `isComputed` when there is
 * such a one. `isOutput` for `{{ path }}` alone, which needs the value's text only.
 */
export type TemplateRead = { names: readonly string[]; isComputed: boolean; isOutput: boolean };

type PlacedRead = TemplateRead & {
  /** The range of each name with what leads to it, in the text. */
  ends: readonly number[];
  start: number;
};

const firstName = /^[\w\-?\u0080-\uffff]+/;
const nextName = /^\s*(?:\.\s*([\w\-?\u0080-\uffff]+)|\[\s*(?:"([^"]*)"|'([^']*)'|(\d+))\s*\])/;

/** Every read in the templates of a widget. */
export function readsOf(state: State): TemplateRead[] {
  const reads: TemplateRead[] = [];
  mapTexts(state, (text) => {
    reads.push(...readsIn(text));
    return text;
  });
  return reads;
}

/**
 * The widget with the beginnings of its reads replaced. `replace` gets the names of a read and says how many of them
 * become which text; null leaves the read alone.
 */
export function replaceReads(
  state: State,
  replace: (names: readonly string[]) => { count: number; by: string } | null,
): State {
  return mapTexts(state, (text) =>
    // Last to first, so that earlier offsets stay valid.
    readsIn(text)
      .sort((a, b) => b.start - a.start)
      .reduce((changed, { names, ends, start }) => {
        const found = replace(names);
        const end = found === null ? undefined : ends[found.count - 1];
        return found === null || end === undefined
          ? changed
          : changed.slice(0, start) + found.by + changed.slice(end);
      }, text),
  );
}

/** The widget with reads replaced by the paths of `known`, whose keys are the names of their beginnings as JSON. */
export function replaceKnownReads(state: State, known: ReadonlyMap<string, readonly string[]>): State {
  return replaceReads(state, (names) => {
    for (let count = names.length; count > 0; count -= 1) {
      const path = known.get(JSON.stringify(names.slice(0, count)));
      if (path !== undefined) return { count, by: pathText(path) };
    }
    return null;
  });
}

/** The path as a template writes it. */
export function pathText(names: readonly string[]): string {
  return names.reduce((path, name) => {
    if (path === '') return name;
    if (/^\d+$/.test(name)) return `${path}[${name}]`;
    return /^[\w-]+$/.test(name) ? `${path}.${name}` : `${path}[${JSON.stringify(name)}]`;
  }, '');
}

function readsIn(text: string): PlacedRead[] {
  const references = variableReferences(text);
  if (references.length === 0) return [];
  const segments = splitSegments(text);
  return references.map(({ start, end }) => {
    const { names, ends } = namesIn(text, start, end);
    const isComputed = (ends.at(-1) ?? end) < end;
    const isOutput = segments.some(
      ({ kind, from, to }) =>
        kind === 'output' &&
        from <= start &&
        to >= end &&
        text.slice(from, to).trim() === text.slice(start, end),
    );
    return { names, ends, start, isComputed, isOutput: isOutput && !isComputed };
  });
}

function namesIn(text: string, start: number, end: number): { names: string[]; ends: number[] } {
  const root = firstName.exec(text.slice(start, end))?.[0] ?? '';
  const names = [root];
  const ends = [start + root.length];
  for (let at = start + root.length; at < end; at = ends.at(-1) ?? end) {
    const found = nextName.exec(text.slice(at, end));
    if (found === null) break;
    names.push(found[1] ?? found[2] ?? found[3] ?? found[4] ?? '');
    ends.push(at + found[0].length);
  }
  return { names, ends };
}
