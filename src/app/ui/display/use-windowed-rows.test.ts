import { describe, expect, it } from 'vitest';
import { rowOffsets, rowWindow } from './use-windowed-rows.ts';

const offsets = rowOffsets(1_000, (index) => (index % 10 === 0 ? 60 : 40));

describe('the rows that are drawn of a long list', () => {
  it('are those in view with some spare ones, whatever their heights', () => {
    expect(rowWindow(offsets, 420, 500, 0)).toEqual({ from: 10, to: 12, above: 420, below: 41_480 });
    expect(rowWindow(offsets, 420, 500, 2)).toMatchObject({ from: 8, to: 14 });
  });

  it('end with the list, and with the empty space have its whole height', () => {
    const { from, to, above, below } = rowWindow(offsets, 41_900, 42_600, 5);
    expect({ to, below }).toEqual({ to: 1_000, below: 0 });
    expect(above).toBe(offsets[from]);
    expect(rowWindow(offsets, -300, 100, 5)).toMatchObject({ from: 0, above: 0 });
  });

  it('are none of an empty list', () => {
    expect(
      rowWindow(
        rowOffsets(0, () => 40),
        0,
        500,
        5,
      ),
    ).toEqual({ from: 0, to: 0, above: 0, below: 0 });
  });
});
