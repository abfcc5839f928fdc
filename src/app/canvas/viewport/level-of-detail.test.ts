/** The borders between the levels of detail. */

import { describe, expect, it } from 'vitest';
import { levelOfDetailAt } from './level-of-detail.ts';

describe('level of detail', () => {
  it('changes at 70 and 35 percent', () => {
    expect([1, 0.7, 0.69, 0.35, 0.34].map(levelOfDetailAt)).toEqual([
      'full',
      'full',
      'name',
      'name',
      'block',
    ]);
  });
});
