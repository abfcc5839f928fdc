import { describe, expect, it } from 'vitest';
import type { Json } from '../json/json.ts';
import { interleave } from './interleave.ts';
import { isListOfObjects, pairItems } from './pair-items.ts';

const pairs = (before: Json[], after: Json[]) => [...pairItems(before, after)].sort(([a], [b]) => a - b);
const keys = (text: string) => [...text].map((key) => ({ key }));

describe('the items of a list', () => {
  it.each([
    ['abc', 'abc', '0-0 1-1 2-2'],
    ['abc', 'aXbc', '0-0 1-2 2-3'],
    ['aXbc', 'abc', '0-0 2-1 3-2'],
    ['abc', 'aXc', '0-0 1-1 2-2'],
    ['abXd', 'aYd', '0-0 1-1 3-2'],
    ['', 'a', ''],
    ['aa', 'a', '0-0'],
    ['ab', 'xy', '0-0 1-1'],
  ])('%j are those of %j: %j', (before, after, expected) => {
    expect(
      pairs(keys(before), keys(after))
        .map((each) => each.join('-'))
        .join(' '),
    ).toBe(expected);
  });

  it('that are transitions are paired by their events', () => {
    const events = (...names: string[]) => names.map((event) => ({ event }));
    expect(pairs(events('a', 'b'), events('b', 'c', 'a'))).toEqual([
      [0, 2],
      [1, 0],
    ]);
    expect(pairs([{ event: 'a' }, { event: 1 }], [{ event: 'x' }, { event: 'a' }])).toEqual([
      [0, 0],
      [1, 1],
    ]);
    expect(pairs([{ event: 'a' }, { event: 'b' }], [{ event: 'b' }, null])).toEqual([
      [0, 0],
      [1, 1],
    ]);
  });

  it('are addressed one by one where they are objects', () => {
    expect(isListOfObjects([{}, { a: 1 }])).toBe(true);
    expect(isListOfObjects([{}, 1])).toBe(false);
    expect(isListOfObjects('x')).toBe(false);
  });
});

describe('two lists with items in common', () => {
  /** `lead` and `other` as letters; those of `other` that are not in `lead` are put into it. */
  const both = (lead: string, other: string, stays = '') => {
    const items = new Map([...lead, ...other].map((name) => [name, { name }]));
    const listOf = (text: string) => [...text].flatMap((name) => items.get(name) ?? []);
    return interleave(
      listOf(lead),
      listOf([...other].filter((name) => !lead.includes(name)).join('')),
      ({ name }) => other.indexOf(name),
      stays === '' ? undefined : ({ name }) => stays.includes(name),
    );
  };

  it.each([
    ['abc', 'abc', '', 'abc'],
    ['abc', 'axbyc', '', 'axbyc'],
    ['abc', 'xabcy', '', 'xabcy'],
    ['cba', 'axb', '', 'cbax'],
    ['ac', 'abc', '', 'abc'],
    ['amc', 'abc', '', 'abmc'],
    ['amc', 'abc', 'm', 'ambc'],
    ['mac', 'bac', 'm', 'mbac'],
    ['am', 'ab', 'm', 'amb'],
    ['', 'ab', '', 'ab'],
    ['ab', '', '', 'ab'],
  ])('%j and %j are one', (lead, other, stays, expected) => {
    expect(both(lead, other, stays)).toEqual([...expected].map((name) => ({ name })));
  });
});
