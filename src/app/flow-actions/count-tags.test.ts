import { expect, it } from 'vitest';
import { countTags, hasTags } from './count-tags.ts';

it('counts flows by tag, in the spelling that most of them have', () => {
  const flows = [
    { tags: ['Front desk', 'recalls'] },
    { tags: ['front desk'] },
    { tags: ['front desk', 'billing'] },
    { tags: [] },
  ];
  expect(countTags(flows)).toEqual([
    { key: 'front desk', tag: 'front desk', count: 3 },
    { key: 'billing', tag: 'billing', count: 1 },
    { key: 'recalls', tag: 'recalls', count: 1 },
  ]);
});

it('a flow has tags whatever their case', () => {
  expect(hasTags(['Front desk', 'Recalls'], ['recalls', 'front desk'])).toBe(true);
  expect(hasTags(['Front desk'], ['recalls'])).toBe(false);
  expect(hasTags([], [])).toBe(true);
});
