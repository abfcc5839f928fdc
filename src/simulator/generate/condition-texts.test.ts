/** The texts that a search tries for a condition. */

import { expect, it } from 'vitest';
import { oddText, textsFor } from './condition-texts.ts';

it.each<[string, string | undefined, string[]]>([
  ['equal_to', ' yes ', ['yes']],
  ['not_equal_to', 'yes', ['yes']],
  ['equal_to', '{{flow.variables.x}}', ['5']],
  ['less_than', '{{flow.variables.x}}', ['5']],
  ['matches_any_of', ' a , b,c,d', ['a', 'b', 'c', oddText]],
  ['does_not_match_any_of', 'a,b', ['a', 'b', oddText]],
  ['contains', 'a,b', ['a,b']],
  ['less_than', '5', ['4', '5']],
  ['greater_than', '5', ['6', '5']],
  ['is_blank', '', ['', oddText]],
  ['is_not_blank', '', ['', oddText]],
  ['is_before_date', '2026-01-01', ['2001-01-01', '2099-01-01']],
  ['is_after_date', '2026-01-01', ['2099-01-01', '2001-01-01']],
  ['is_before_time', '10:00', ['00:00', '23:59']],
  ['is_after_time', '10:00', ['23:59', '00:00']],
  ['regex', '(yes|no|maybe)', ['yes', 'no', 'maybe']],
  ['regex', '(a|b)+-x*', ['a-', 'bb-x', 'a-']],
  ['regex', '^\\d{2,3}[x-z]?$', ['11', '111z', '11']],
  ['regex', 'c{1}q', ['cq', 'cq', 'cq']],
  ['regex', '(', []],
  ['odd', undefined, ['']],
])('of %s %j the texts are %j', (type, value, texts) => {
  expect(textsFor({ type, ...(value !== undefined && { value }) } as Parameters<typeof textsFor>[0])).toEqual(
    texts,
  );
});

it('a value that is no text is read as one', () => {
  expect(textsFor({ type: 'equal_to', value: 5 as unknown as string })).toEqual(['5']);
});
