import { describe, expect, it } from 'vitest';
import type { Operation } from '../change/operation.ts';
import { inBatches } from './command.ts';

/** An operation of so many characters as JSON. */
function ofLength(length: number): Operation {
  const empty: Operation = { kind: 'edit-text', widget: 'ask', path: ['name'], edit: [''] };
  return { ...empty, edit: ['x'.repeat(length - JSON.stringify(empty).length)] };
}

describe('the batches of operations', () => {
  it.each([
    ['none, of nothing', [], []],
    ['of 40,000 characters, which fit into one', [20_000, 20_000], [2]],
    ['of one more', [20_000, 20_001], [1, 1]],
    ['each counted from its own first', [20_000, 20_000, 20_000, 20_000, 20_000], [2, 2, 1]],
    ['of a larger one alone, between others', [100, 50_000, 100, 100], [1, 1, 2]],
    ['of 1,000 operations', Array.from({ length: 2_001 }, () => 65), [615, 615, 615, 156]],
  ])('are %s', (_, lengths, sizes) => {
    const operations = lengths.map(ofLength);
    const batches = inBatches(operations);
    expect(batches.map(({ length }) => length)).toEqual(sizes);
    expect(batches.flat()).toEqual(operations);
  });

  it('have at most 1,000 operations each', () => {
    const short = { kind: 'set', widget: 'a', path: [] } as const;
    expect(inBatches(Array.from({ length: 2_001 }, () => short)).map(({ length }) => length)).toEqual([
      ...[1_000, 1_000, 1],
    ]);
  });
});
