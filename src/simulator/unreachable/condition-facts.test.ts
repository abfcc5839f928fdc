import { describe, expect, it } from 'vitest';
import { type Facts, isMoment, withFact } from './condition-facts.ts';

type Given = [type: string, value: string, held: boolean];

const factsOf = (...list: Given[]) =>
  list.reduce<Facts | null>(
    (facts, [type, value, held]) => facts && withFact(facts, { type, value }, held),
    new Map(),
  );

describe('what conditions have said of one text', () => {
  it.each<[Given, ...Given[]]>([
    [
      ['equal_to', 'a', true],
      ['equal_to', 'a', false],
    ],
    [
      ['equal_to', 'a', true],
      ['not_equal_to', 'a', true],
    ],
    [
      ['equal_to', 'a', true],
      ['equal_to', 'b', true],
    ],
    [
      ['equal_to', 'a', true],
      ['contains', 'b', true],
    ],
    [
      ['does_not_contain', 'a', false],
      ['equal_to', 'b', true],
    ],
    [
      ['is_blank', '', true],
      ['contains', 'a', true],
    ],
    [
      ['is_blank', 'what', true],
      ['is_not_blank', 'ever', true],
    ],
    [
      ['matches_any_of', 'a, b', true],
      ['contains', 'c', true],
    ],
    [
      ['matches_any_of', 'a,b', true],
      ['does_not_match_any_of', 'c,b,a', true],
    ],
    [
      ['matches_any_of', ',a', true],
      ['contains', 'a', false],
    ],
    [
      ['contains', 'AB', true],
      ['contains', 'a', false],
    ],
    [
      ['starts_with', 'ab', true],
      ['starts_with', ' A', false],
    ],
    [
      ['starts_with', ' ab', true],
      ['does_not_start_with', 'a', true],
    ],
    [
      ['starts_with', 'ab', true],
      ['contains', 'b', false],
    ],
    [
      ['less_than', '5', true],
      ['less_than', '6', false],
    ],
    [
      ['less_than', '5', true],
      ['less_than', ' 5.00 ', false],
    ],
    [
      ['less_than', '10.25', true],
      ['less_than', '10.5', false],
    ],
    [
      ['less_than', '-5', true],
      ['less_than', '-4', false],
    ],
    [
      ['greater_than', '5', true],
      ['greater_than', '4', false],
    ],
    [
      ['greater_than', '5', true],
      ['greater_than', '5.00', false],
    ],
    [
      ['less_than', '5', true],
      ['greater_than', '5', true],
    ],
    [
      ['greater_than', '6', true],
      ['contains', '1', true],
      ['less_than', '5', true],
    ],
    [
      ['contains', 'ß', true],
      ['contains', 'ss', false],
    ],
  ])('cannot all be true: %j, %j', (...facts) => {
    expect(factsOf(...facts)).toBeNull();
    expect(factsOf(...facts.toReversed())).toBeNull();
    expect(factsOf(...facts.slice(1))).not.toBeNull();
  });

  it.each<Given[]>([
    [
      ['equal_to', ' a ', true],
      ['equal_to', 'A', true],
      ['contains', 'a', true],
    ],
    [
      ['is_blank', '', true],
      ['contains', 'a', false],
    ],
    [
      ['is_blank', '', false],
      ['contains', 'a', true],
    ],
    [
      ['matches_any_of', 'a, b', true],
      ['contains', 'b', true],
    ],
    [
      ['contains', 'ab', true],
      ['contains', 'c', false],
    ],
    [
      ['contains', 'a', true],
      ['starts_with', 'a', false],
    ],
    [
      ['contains', 'a', true],
      ['equal_to', 'a', false],
    ],
    [
      ['starts_with', 'ab', true],
      ['starts_with', 'b', false],
    ],
    [
      ['starts_with', 'ab', true],
      ['equal_to', 'a', false],
    ],
    [
      ['starts_with', 'ab', true],
      ['contains', 'c', false],
    ],
    [
      ['starts_with', ' ab ', true],
      ['contains', ' ab', false],
    ],
    [
      ['less_than', '5', true],
      ['less_than', '4', false],
    ],
    [
      ['less_than', '5', true],
      ['greater_than', '6', false],
    ],
    [
      ['less_than', '5', true],
      ['equal_to', '6', false],
    ],
    [
      ['less_than', '0x10', true],
      ['less_than', '20', false],
    ],
    [
      ['less_than', '1e1', true],
      ['less_than', '20', false],
    ],
    [
      ['greater_than', '5', true],
      ['greater_than', '6', false],
    ],
    [
      ['greater_than', '5', true],
      ['less_than', '4', false],
    ],
    [
      ['greater_than', '5', true],
      ['equal_to', '4', false],
    ],
    [
      ['less_than', '5', true],
      ['greater_than', '4', true],
    ],
    [
      ['less_than', '5', true],
      ['less_than', '4', true],
    ],
    [
      ['greater_than', '5', true],
      ['greater_than', '6', true],
    ],
    [
      ['contains', '4', true],
      ['greater_than', '6', true],
    ],
    [
      ['less_than', '4', true],
      ['contains', '6', true],
    ],
    [
      ['regex', 'a', true],
      ['regex', 'a|b', false],
    ],
  ])('can all be true: %j, %j', (...facts) => {
    expect(factsOf(...facts)).not.toBeNull();
    expect(factsOf(...facts.toReversed())).not.toBeNull();
  });

  it('are kept without repetition, none of them negated', () => {
    const facts = factsOf(['not_equal_to', 'a', true], ['is_not_blank', 'x', false]);
    expect([...(facts?.values() ?? [])]).toEqual([
      { type: 'equal_to', value: 'a', held: false },
      { type: 'is_blank', value: 'x', held: true },
    ]);
    const again = facts && withFact(facts, { type: 'is_blank', value: 'y' }, true);
    expect(again).toBe(facts);
  });

  it.each([
    ['is_before_date', true],
    ['is_after_time', true],
    ['date_is', false],
    ['equal_to', false],
  ])('%s compares days or times: %j', (type, isOne) => {
    expect(isMoment(type)).toBe(isOne);
  });
});
