/** The difference of two texts in several places, for rebasing over all that happened to a text in the meantime. */

import { diffIndices } from 'node-diff3';
import { diffText, type TextEdit } from './text-edit.ts';

/** Beyond this many characters that may differ the comparison is one replacement: its cost grows with the square. */
const maxCompared = 2_000;

/** The edit that makes `after` of `before`, character by character where the texts are short enough. */
export function diffTextFinely(before: string, after: string): TextEdit {
  const coarse = diffText(before, after);
  const [first] = coarse;
  const start = typeof first === 'number' && first > 0 ? first : 0;
  const removed = coarse.find((part): part is number => typeof part === 'number' && part < 0) ?? 0;
  const inserted = coarse.find((part) => typeof part === 'string') ?? '';
  const old = [...before.slice(start, start - removed)];
  const young = [...inserted];
  if (old.length === 0 || young.length === 0 || old.length + young.length > maxCompared) return coarse;
  const edit: (number | string)[] = start > 0 ? [start] : [];
  let position = 0;
  for (const { buffer1: gone, buffer2: added } of diffIndices(old, young)) {
    const kept = old.slice(position, gone[0]).join('').length;
    if (kept > 0) edit.push(kept);
    const deleted = old.slice(gone[0], gone[0] + gone[1]).join('').length;
    if (deleted > 0) edit.push(-deleted);
    if (added[1] > 0) edit.push(young.slice(added[0], added[0] + added[1]).join(''));
    position = gone[0] + gone[1];
  }
  return edit;
}
