/** The difference of two texts in several places, for rebasing over all that happened to a text in the meantime. */

import { diffSequences } from './sequence-diff.ts';
import { diffText, type TextEdit } from './text-edit.ts';

/** Beyond this many characters that may differ the comparison is one replacement: its cost grows with the square. */
const maxCompared = 1_000;

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
  for (const region of diffSequences(old, young)) {
    if ('same' in region) edit.push(region.same.join('').length);
    else {
      const deleted = region.removed.join('').length;
      if (deleted > 0) edit.push(-deleted);
      if (region.added.length > 0) edit.push(region.added.join(''));
    }
  }
  return edit;
}
