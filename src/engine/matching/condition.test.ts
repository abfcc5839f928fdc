/** The 17 comparisons of split-based-on. */

import { describe, expect, it } from 'vitest';
import { WorkBudget } from '#flow/work-budget/work-budget.ts';
import { conditionHolds } from './condition.ts';

describe('a comparison', () => {
  it.each([
    ['equal_to', ' YES ', 'yes', true],
    ['equal_to', 'yes', ' Yes', true],
    ['equal_to', 'yes!', 'yes', false],
    ['not_equal_to', 'no', 'yes', true],
    ['not_equal_to', 'Yes ', 'yes', false],
    ['matches_any_of', 'UM', '1, 1-, 1., one, um', true],
    ['matches_any_of', '', 'a,,b', false],
    ['matches_any_of', 'o', 'one,two', false],
    ['does_not_match_any_of', 'three', 'one,two', true],
    ['does_not_match_any_of', 'Two', 'one, two', false],
    ['contains', 'aab', 'A', true],
    ['contains', 'bcd', 'a', false],
    ['does_not_contain', 'bcd', 'a', true],
    ['does_not_contain', 'ABC', 'a', false],
    ['starts_with', ' Hoot', 'hoo', true],
    ['starts_with', 'a hoot', 'hoo', false],
    ['does_not_start_with', 'a hoot', 'hoo', true],
    ['does_not_start_with', 'Hoot', 'hoo', false],
    ['is_blank', ' \n', 'Is Blank', true],
    ['is_blank', 'x', '', false],
    ['is_not_blank', 'x', 'Is Not Blank', true],
    ['is_not_blank', ' ', '', false],
    ['regex', '6', '[1-5]', false],
    ['regex', ' Sí, claro ', '.*(s(i|í)|y).*', true],
    ['less_than', ' 2 ', '10', true],
    ['less_than', '10', '10', false],
    ['less_than', '', '10', false],
    ['less_than', 'two', '10', false],
    ['less_than', '0x1', '10', false],
    ['greater_than', '10.5', '10', true],
    ['greater_than', 'ten', '1', false],
    ['greater_than', '-1', '-2', true],
    ['is_before_date', '2024-02-09', '2024-10-01', true],
    ['is_before_date', '2024-2-9', '2024-10-01', false],
    ['is_before_date', '2024-10-01', '2024-10-01', false],
    ['is_after_date', '2024-10-02', '2024-10-01', true],
    ['is_after_date', 'tomorrow', '2024-10-01', false],
    ['is_before_time', '17:00', '16:35', false],
    ['is_before_time', '09:05', '16:35', true],
    ['is_before_time', '9:05', '16:35', false],
    ['is_after_time', '17:00', '16:35', true],
    ['is_after_time', '25:00', '16:35', false],
  ])('%s: %j against %j is %s', (type, tested, value, expected) => {
    const warnings: string[] = [];
    expect(conditionHolds(type, tested, value, (text) => warnings.push(text), new WorkBudget())).toBe(
      expected,
    );
    expect(warnings).toEqual([]);
  });

  it('that is unknown, or has an invalid pattern, is false with a warning', () => {
    const warnings: string[] = [];
    expect(conditionHolds('sounds_like', 'a', 'a', (text) => warnings.push(text), new WorkBudget())).toBe(
      false,
    );
    expect(conditionHolds('regex', 'a', '(', (text) => warnings.push(text), new WorkBudget())).toBe(false);
    expect(warnings).toEqual([
      'There is no comparison "sounds_like".',
      'The pattern "(" cannot be used: A bracket is not closed.',
    ]);
  });
});
