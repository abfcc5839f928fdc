import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  applyTextEdit,
  collide,
  composeTextEdits,
  diffText,
  invertTextEdit,
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
  });
});

function merged(base: string, mine: string, theirs: string): string {
  return applyTextEdit(theirs, transformTextEdit(diffText(base, mine), diffText(base, theirs)));
}
