/** What two conditions of a split say of each other: the base of warnings that a branch is never taken. */

import { describe, expect, it } from 'vitest';
import type { Json } from '../../json/json.ts';
import { type Comparison, comparisonsOf, excludes, implies, valuesOf } from './condition-logic.ts';

const comparison = (text: string): Comparison => {
  const [type = '', ...words] = text.split(' ');
  return { argument: '{{a}}', type, value: words.join(' ') };
};

describe('a condition', () => {
  it.each([
    ['equal_to yes', 'equal_to yes', true],
    ['equal_to yes', 'equal_to no', false],
    ['equal_to yes', 'not_equal_to no', true],
    ['equal_to yes', 'not_equal_to yes', false],
    ['equal_to a,b', 'not_equal_to a,b', false],
    ['equal_to yes', 'matches_any_of yes, no', true],
    ['equal_to maybe', 'matches_any_of yes, no', false],
    ['equal_to maybe', 'does_not_match_any_of yes, no', true],
    ['equal_to yes', 'does_not_match_any_of yes, no', false],
    ['equal_to yes', 'contains es', true],
    ['equal_to yes', 'contains no', false],
    ['equal_to yes', 'does_not_contain no', true],
    ['equal_to yes', 'does_not_contain es', false],
    ['equal_to yes', 'starts_with ye', true],
    ['equal_to yes', 'starts_with es', false],
    ['equal_to yes', 'does_not_start_with es', true],
    ['equal_to yes', 'does_not_start_with ye', false],
    ['equal_to yes', 'is_not_blank', true],
    ['equal_to', 'is_not_blank', false],
    ['equal_to', 'is_blank', true],
    ['equal_to yes', 'is_blank', false],
    ['equal_to yes', 'regex yes', false],
    ['equal_to 2', 'less_than 3', true],
    ['equal_to 3', 'less_than 3', false],
    ['equal_to 4', 'greater_than 3', true],
    ['equal_to 3', 'greater_than 3', false],
    ['is_blank', 'equal_to', true],
    ['is_blank', 'not_equal_to yes', true],
    ['matches_any_of yes, no', 'matches_any_of no, maybe, yes', true],
    ['matches_any_of yes, no', 'matches_any_of no', false],
    ['matches_any_of ,', 'equal_to yes', false],
    ['contains yes', 'contains es', true],
    ['contains es', 'contains yes', false],
    ['contains yes', 'contains', false],
    ['contains yes', 'starts_with yes', false],
    ['starts_with yes', 'starts_with ye', true],
    ['starts_with ye', 'starts_with yes', false],
    ['starts_with yes', 'starts_with', false],
    ['less_than 3', 'less_than 3', true],
    ['less_than 2', 'less_than 3', true],
    ['less_than 3.0', 'less_than 3', true],
    ['less_than 3', 'less_than 2', false],
    ['less_than 3', 'less_than x', false],
    ['greater_than 3', 'greater_than 2', true],
    ['greater_than 2.0', 'greater_than 2', true],
    ['greater_than 2', 'greater_than 3', false],
    ['less_than 2', 'greater_than 3', false],
    ['regex a+', 'regex a+', true],
    ['regex a+', 'regex a', false],
    ['not_equal_to a', 'not_equal_to b', false],
  ])('of %s takes only values of %s: %s', (a, b, expected) => {
    expect(implies(comparison(a), comparison(b))).toBe(expected);
    expect(implies(comparison(a), { ...comparison(b), argument: '{{b}}' })).toBe(false);
  });

  it.each([
    ['equal_to yes', 'equal_to no', true],
    ['equal_to yes', 'equal_to yes', false],
    ['equal_to yes', 'not_equal_to yes', true],
    ['equal_to yes', 'regex no', false],
    ['equal_to yes', 'sounds_like no', false],
    ['is_blank', 'is_not_blank', true],
    ['is_blank', 'equal_to yes', true],
    ['matches_any_of yes, no', 'starts_with x', true],
    ['matches_any_of yes, no', 'starts_with n', false],
    ['less_than 2', 'greater_than 2', true],
    ['less_than 2', 'greater_than 3', true],
    ['less_than 3', 'greater_than 2', false],
    ['greater_than 3', 'less_than 2', false],
    ['less_than 2', 'less_than 3', false],
    ['greater_than 2', 'greater_than 3', false],
    ['contains a', 'does_not_contain a', false],
  ])('of %s takes no value of %s: %s', (a, b, expected) => {
    expect(excludes(comparison(a), comparison(b))).toBe(expected);
    expect(excludes(comparison(a), { ...comparison(b), argument: '{{b}}' })).toBe(false);
  });

  it.each([
    ['equal_to yes', ['yes']],
    ['is_blank', ['']],
    ['matches_any_of a, b ,,c', ['a', 'b', 'c']],
    ['contains a', null],
  ])('of %s takes the values %j', (text, values) => {
    expect(valuesOf(comparison(text))).toEqual(values);
  });
});

describe('the conditions of a branch', () => {
  const view = (conditions?: Json) =>
    comparisonsOf(
      { index: 0, event: 'match', next: '', entry: conditions === undefined ? {} : { conditions } },
      '{{input}}',
    );
  const yes = { type: 'equal_to', value: ' YES ', arguments: [' {{a}} '] };

  it('are compared as the engine does', () => {
    expect(view([yes])).toEqual([{ argument: '{{a}}', type: 'equal_to', value: 'yes' }]);
    expect(view([{ ...yes, value: 'e\u0301' }])?.[0]?.value).toBe('é');
    expect(view([{ type: 'is_blank' }])).toEqual([{ argument: '{{input}}', type: 'is_blank', value: '' }]);
  });

  it('are not known where one compares with a variable, or cannot be read', () => {
    expect(view([yes, { ...yes, value: '{{b}}' }])).toBeNull();
    expect(view([yes, { ...yes, value: '{% if b %}' }])).toBeNull();
    expect(view([yes, null])).toBeNull();
    expect(view([])).toBeNull();
    expect(view()).toBeNull();
  });
});
