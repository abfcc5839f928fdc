import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  applyTextEdit,
  collide,
  composeTextEdits,
  diffParts,
  diffText,
  diffTextFinely,
  invertTextEdit,
  replacementsOf,
  transformTextEdit,
} from './text-edit.ts';

const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '😀', 'é'), maxLength: 12 });

describe('an edit of a text', () => {
  it('makes the later text of the earlier one', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        expect(applyTextEdit(before, diffText(before, after))).toBe(after);
      }),
    );
  });

  it('can be undone', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const edit = diffText(before, after);
        expect(applyTextEdit(after, invertTextEdit(before, edit))).toBe(before);
      }),
    );
  });

  it('and the next one are one edit', () => {
    fc.assert(
      fc.property(text, text, text, (a, b, c) => {
        const composed = composeTextEdits(diffText(a, b), diffText(b, c));
        expect(applyTextEdit(a, composed)).toBe(c);
        expect(applyTextEdit(c, invertTextEdit(a, composed))).toBe(a);
      }),
    );
  });

  it('keeps what two people write at once', () => {
    expect(merged('Hello', 'Hello Ann', 'Dear Hello')).toBe('Dear Hello Ann');
    expect(merged('', 'mine', 'yours')).toBe('yoursmine');
    expect(merged('red green blue', 'red blue', 'red green grey')).toBe('red grey');
  });

  it('never deletes what somebody else has inserted meanwhile', () => {
    fc.assert(
      fc.property(text, text, fc.nat(), (base, mine, at) => {
        const characters = [...base];
        const theirs = characters.toSpliced(at % (characters.length + 1), 0, '#').join('');
        expect(merged(base, mine, theirs).replace('#', '')).toBe(mine);
      }),
    );
  });

  it('meets another where they change the same characters or write at one place', () => {
    const meet = (base: string, mine: string, theirs: string) =>
      collide(diffText(base, mine), diffText(base, theirs));
    expect(meet('Good day', 'How', 'Goodbye')).toBe(true);
    expect(meet('Good day', '', 'Good x day')).toBe(true);
    expect(meet('Good day', 'Good old day', 'Gay')).toBe(true);
    expect(meet('', 'mine', 'theirs')).toBe(true);
    expect(meet('Good day', 'Bad day', 'Good day, all')).toBe(false);
    expect(meet('Good day', '', 'Good day, all')).toBe(false);
    expect(meet('Good day', 'Good day!', 'A good day')).toBe(false);
    expect(meet('Good day', 'Bad day', 'Good day')).toBe(false);
  });

  it('leaves characters of two units whole', () => {
    expect(diffText('a😀', 'a😁')).toEqual([1, -2, '😁']);
    expect(diffText('😀', '😁')).toEqual([-2, '😁']);
    expect(diffText('a', '😀')).toEqual([-1, '😀']);
    expect(diffText('😀', '😁😀')).toEqual(['😁']);
    expect(diffText('a😀', 'b😀')).toEqual([-1, 'b']);
    expect(diffText('😀a', '😀')).toEqual([2, -1]);
    for (const [before, after] of [
      ['\u{103ff}', '\u{103fe}'],
      ['\u{10000}', '\u{10001}'],
      ['\u{10fc00}', '\u{10fc01}'],
      ['\u{103ff}', '\u{107ff}'],
      ['\u{10000}', '\u{10400}'],
    ] as const) {
      expect(diffText(before, after)).toEqual([-2, after]);
      expect(diffText(`${before}x`, `${after}x`)).toEqual([-2, after]);
    }
    // Units that are no halves of a character, or not those of one.
    for (const [before, after, edit] of [
      ['\ud7ffa', '\ud7ffb', [1, -1, 'b']],
      ['\ud83da', '\ud83db', [1, -1, 'b']],
      ['\udc00\udc00', '\udc00\udc01', [1, -1, '\udc01']],
      ['\ud7ff\udc00', '\ud7ff\udc01', [1, -1, '\udc01']],
      ['\ud83d\ue000', '\ud83d\ue001', [1, -1, '\ue001']],
      ['\ud83d\udbff', '\ud83d\udbfe', [1, -1, '\udbfe']],
      ['\u{1f600}', '\ud83dx', [-2, '\ud83dx']],
      ['\ud83dx', '\u{1f600}', [-2, '\u{1f600}']],
      ['\u{1f600}', 'x\ude00', [-2, 'x\ude00']],
      ['x\ude00', '\u{1f600}', [-2, '\u{1f600}']],
    ] as const)
      expect(diffText(before, after)).toEqual(edit);
    // Two characters with the same second unit.
    expect(diffText('\u{1f600}b', '\u{1fa00}b')).toEqual([-2, '\u{1fa00}']);
  });

  it.each([
    ['abc', 'abc', []],
    ['', 'a', ['a']],
    ['a', '', [-1]],
    ['abc', 'abXc', [2, 'X']],
    ['abc', 'ac', [1, -1]],
    ['aa', 'aaa', [2, 'a']],
    ['aaa', 'aa', [2, -1]],
    ['abcd', 'aXXd', [1, -2, 'XX']],
  ])('is one replacement: %j to %j', (before, after, edit) => {
    expect(diffText(before, after)).toEqual(edit);
  });

  it('may be of parts, or of single characters where the texts are short', () => {
    expect(diffParts(['one ', 'two ', 'three'], ['one ', '2 ', 'three', '!'])).toEqual([4, -4, '2 ', 5, '!']);
    expect(diffTextFinely('red and blue', 'rad ant blue')).toEqual([1, -1, 'a', 4, -1, 't']);
    expect(diffTextFinely('same', 'same')).toEqual([]);
    expect(diffTextFinely('abc', 'aXbYc')).toEqual([1, 'X', 1, 'Y']);
    expect(diffTextFinely('abc', 'abcd')).toEqual([3, 'd']);
    expect(diffTextFinely('xabcx', 'xabx')).toEqual([3, -1]);
    const long = (middle: string, length: number) => `x${'a'.repeat(length)}${middle}${'b'.repeat(length)}y`;
    const [fine, coarse] = [248, 249].map((length) => {
      const [before, after] = [`1${long('', length)}2`, `3${long('', length)}4`];
      return diffTextFinely(before, after).length;
    });
    expect([fine, coarse]).toEqual([5, 2]);
  });

  it('may say more than the text has, which is ignored', () => {
    expect(applyTextEdit('ab', [5, 'x'])).toBe('abx');
    expect(applyTextEdit('ab', [1, -5, 'x'])).toBe('ax');
  });

  it('inserts before or behind what another inserts at the same place', () => {
    const [mine, theirs] = [
      [1, 'mine'],
      [1, 'theirs'],
    ];
    expect(applyTextEdit('atheirsb', transformTextEdit(mine, theirs))).toBe('atheirsmineb');
    expect(applyTextEdit('atheirsb', transformTextEdit(mine, theirs, 'before'))).toBe('aminetheirsb');
    expect(transformTextEdit([2, 'x'], [1, -1])).toEqual([1, 'x']);
    expect(transformTextEdit([1, -2], [2, -1])).toEqual([1, -1]);
    expect(transformTextEdit([1, -2], [-1, 2, 'y'])).toEqual([-2]);
    expect(transformTextEdit([3, 'x'], [1, 'ab'])).toEqual([5, 'x']);
  });

  it('is composed of the parts of two', () => {
    expect(composeTextEdits([1, 'abc'], [2, -1])).toEqual([1, 'ac']);
    expect(composeTextEdits([1, 'abc'], [1, -3])).toEqual([]);
    expect(composeTextEdits([-1], [-1])).toEqual([-2]);
    expect(composeTextEdits(['-1'], [2, -1])).toEqual(['-1', -1]);
    expect(composeTextEdits(['a'], ['b'])).toEqual(['ba']);
    expect(composeTextEdits(['ab'], [1, 'x'])).toEqual(['axb']);
    expect(composeTextEdits([1, -1, 'x'], [1, -1, 1, -1])).toEqual([1, -1, 1, -1]);
  });

  it('is a list of replacements, of which none touches another', () => {
    expect(replacementsOf([1, -2, 'x', 3, 'y', -1, 'z'])).toEqual([
      { start: 1, end: 3, text: 'x' },
      { start: 6, end: 7, text: 'yz' },
    ]);
    expect(replacementsOf([])).toEqual([]);
    expect(replacementsOf([4])).toEqual([]);
    expect(replacementsOf([0])).toEqual([]);
  });

  it.each([
    [[2, -2], [1, -1], false],
    [[2, -2], [4, -1], false],
    [[2, -2], [3, -1], true],
    [[2, -2], [1, -2], true],
    [[2, -2], [2, 'x'], false],
    [[2, -2], [3, 'x'], true],
    [[2, -2], [4, 'x'], false],
    [[2, 'x'], [2, 'x'], true],
    [[2, 'x'], [3, 'x'], false],
    [[2, 'x'], [], false],
    [[2, -2], [1, -1, 1, -1], true],
    [[1, 'x'], [2, -1], false],
    [[3, 'x'], [1, -1, 1, -1], false],
  ])('%j and %j collide: %s', (one, other, expected) => {
    expect(collide(one, other)).toBe(expected);
    expect(collide(other, one)).toBe(expected);
  });
});

function merged(base: string, mine: string, theirs: string): string {
  return applyTextEdit(theirs, transformTextEdit(diffText(base, mine), diffText(base, theirs)));
}
