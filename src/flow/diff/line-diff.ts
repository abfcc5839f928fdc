/** Two definitions as JSON in canonical form, or two texts, compared line by line. */

import { canonicalDefinition } from '../canonical/canonical.ts';
import { diffSequences } from '../change/sequence-diff.ts';
import type { FlowDefinition } from '../definition.ts';
import type { Json } from '../json/json.ts';
import { hasUniqueNames } from './diff.ts';

/** A line of each side with its number from 1; null where the other side has a line more. */
export type LinePair = { before: NumberedLine | null; after: NumberedLine | null; isSame: boolean };
export type NumberedLine = { number: number; text: string };

/**
 * All lines of both definitions. Widgets of one name are aligned; `renames` (old names to new ones) are
 * those that the diff found.
 * Grows: n in widgets.
 */
export function diffLines(
  before: FlowDefinition,
  after: FlowDefinition,
  renames: ReadonlyMap<string, string>,
): LinePair[] {
  return pairsOf(alignedBlocks(before, after, renames));
}

/** All lines of two texts. Grows: n² in lines. */
export function diffTextLines(before: string, after: string): LinePair[] {
  return pairsOf([[before.split('\n'), after.split('\n')]]);
}

function pairsOf(blocks: readonly (readonly [string[], string[]])[]): LinePair[] {
  const pairs: LinePair[] = [];
  const numbers = { before: 0, after: 0 };
  const line = (side: 'before' | 'after', text: string): NumberedLine => {
    numbers[side] += 1;
    return { number: numbers[side], text };
  };
  for (const [old, young] of blocks) {
    for (const region of diffSequences(old, young)) {
      if ('same' in region) {
        for (const text of region.same)
          pairs.push({ before: line('before', text), after: line('after', text), isSame: true });
        continue;
      }
      const { removed, added } = region;
      for (let at = 0; at < Math.max(removed.length, added.length); at += 1) {
        const [was, is] = [removed[at], added[at]];
        pairs.push({
          before: was === undefined ? null : line('before', was),
          after: is === undefined ? null : line('after', is),
          isSame: false,
        });
      }
    }
  }
  return pairs;
}

/**
 * The lines of each widget aligned with those of its counterpart, so that a widget that moves in the order of names is not
 * mixed with its neighbours. Widgets of the earlier side keep their order; where both orders disagree, one side waits.
 */
function alignedBlocks(
  before: FlowDefinition,
  after: FlowDefinition,
  renames: ReadonlyMap<string, string>,
): [string[], string[]][] {
  const [old, young] = [canonicalDefinition(before), canonicalDefinition(after)];
  if (!hasUniqueNames(old) || !hasUniqueNames(young)) return [[linesOf(old), linesOf(young)]];
  const [was, is] = [partsOf(old), partsOf(young)];
  const places = new Map(young.states.map(({ name = '' }, index) => [name, index]));
  const blocks: [string[], string[]][] = [[was.head, is.head]];
  let next = 0;
  const addUpTo = (end: number) => {
    for (; next < end; next += 1) blocks.push([[], is.states[next] ?? []]);
  };
  old.states.forEach(({ name = '' }, index) => {
    const place = places.get(renames.get(name) ?? name);
    if (place === undefined || place < next) {
      blocks.push([was.states[index] ?? [], []]);
      return;
    }
    addUpTo(place);
    blocks.push([was.states[index] ?? [], is.states[place] ?? []]);
    next = place + 1;
  });
  addUpTo(young.states.length);
  return [...blocks, [was.foot, is.foot]];
}

/** The lines before the states, of each state, and after them: together the whole text. */
function partsOf(definition: FlowDefinition): { head: string[]; states: string[][]; foot: string[] } {
  const marker = '';
  const lines = linesOf({ ...definition, states: [marker] });
  const at = lines.indexOf(`    ${JSON.stringify(marker)}`);
  const states = definition.states.map((state, index) => {
    const own = linesOf(state).map((text) => `    ${text}`);
    return index < definition.states.length - 1 ? [...own.slice(0, -1), `${own.at(-1) ?? ''},`] : own;
  });
  return { head: lines.slice(0, at), states, foot: lines.slice(at + 1) };
}

function linesOf(value: FlowDefinition | Json): string[] {
  return JSON.stringify(value, null, 2).split('\n');
}
