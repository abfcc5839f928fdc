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
    ['a b\nc\n', 'A b\nc\n', 'a B\nc\n', null],
    ['a b c', 'a b c\n', 'A b c', null],
    ['a b\nx\nc d\n', 'a B\nx\nc d\n', 'a b\nx\nc D\n', 'a B\nx\nc D\n'],
    ['{{ a b c }} d', '{{ A b c }} d', '{{ a b C }} d', null],
    ['{% if a %} d', '{% if b %} d', '{% or a %} d', null],
    ['{% a  %}   b', '{% A  %}   b', '{% a  %} b', null],
    ['{{ a }}   b', '{{ A }}   b', '{{ a }} b', null],
    ['{{ a }}b c', '{{ a }}B c', '{{ A }}b c', null],
    ['{{ a }}b c d', '{{ a }}b c D', '{{ A }}b c d', '{{ A }}b c D'],
    ['{% a %}b c d', '{% a %}B c d', '{% a %}b c D', '{% a %}B c D'],
    ['{{{{ a b }}', '{{{{ A b }}', '{{{{ a B }}', null],
    ['{% {% a b %}', '{% {% A b %}', '{% {% a B %}', null],
    ['a b c d', 'c d', 'a c d', null],
    ['a b c', 'c', 'b c', null],
    ['{{ a }}   b', '{{ A }}   b', '{{ a }}   B', null],
    ['{% a %}   b', '{% A %}   b', '{% a %}   B', null],
    ['{% if x is a %} d', '{% or x is a %} d', '{% if x is b %} d', null],
    [' \t \ta', '\t\t \ta', ' \t\t\ta', null],
    ['word by word', 'sword by word', 'words by word', null],
    ['a {b c', 'a {B c', 'A {b c', null],
    ['  a b', ' a b', '   a b', null],
    ['one two three', 'ONE two three', 'one TWO three', null],
    ['a b c', 'A b c', 'A b c d', 'A b c d'],
    ['a b c d', 'X b c d', 'X b Y d', 'X b Y d'],
    ['a b', 'x a b', 'y a b', null],
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
