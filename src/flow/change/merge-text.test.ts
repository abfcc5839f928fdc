import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeText } from './merge-text.ts';

describe('the merge of a text', () => {
  it.each([
    ['one two three four', 'ONE two three four', 'one two three FOUR', 'ONE two three FOUR'],
    ['one two three', 'one two three', 'one 2 three', 'one 2 three'],
    ['one two three', 'one 2 three', 'one 2 three', 'one 2 three'],
    ['one two three', 'one 2 three', 'one II three', null],
    ['one two three four', 'one 2 three four', 'one two 3 four', null],
    ['a b', 'a b c', 'a b d', null],
    ['a\nb\nc\nd\n', 'a\nB x\nc\nd\n', 'a\nb\nc\n', 'a\nB x\nc\n'],
    ['{{ a }} is well now', '{{ b }} is well now', '{{ a }} is fine now', '{{ b }} is fine now'],
  ])('%j, %j, %j', (base, ours, theirs, merged) => {
    expect(mergeText({ base, ours, theirs })).toBe(merged);
    expect(mergeText({ base, ours: theirs, theirs: ours })).toBe(merged);
  });

  it('is the change of one side where the other has none, and loses none', () => {
    const text = fc.array(fc.constantFrom('a ', 'b ', '{{c}} ', '{{', 'd\n')).map((words) => words.join(''));
    fc.assert(
      fc.property(text, text, text, (base, ours, theirs) => {
        expect(mergeText({ base, ours, theirs: base })).toBe(ours);
        expect(mergeText({ base, ours: base, theirs })).toBe(theirs);
        expect(mergeText({ base, ours, theirs: ours })).toBe(ours);
        expect(mergeText({ base, ours, theirs })).toBe(mergeText({ base, ours: theirs, theirs: ours }));
      }),
    );
  });
});
