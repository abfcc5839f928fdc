import { expect, it } from 'vitest';
import { waitBefore } from './waits.ts';

it('finds the waits of half a minute and longer', () => {
  const steps = ['00:00:00', '00:00:29', '00:00:59', '02:00:59'].map((time) => ({
    date_created: `2026-01-01T${time}Z`,
  }));
  expect(steps.map((_, index) => waitBefore(steps, index))).toEqual([null, null, 30_000, 7_200_000]);
});
