import { describe, expect, it } from 'vitest';
import { blockLabel, linesOf } from './block-labels.ts';

const measure = (text: string) => text.length * 5;

describe('the label of a block', () => {
  it('has icon and name in two lines where there is room, less where there is not', () => {
    expect(blockLabel(62, 26)).toMatchObject({ icon: { size: 11 }, name: { lines: 2 } });
    expect(blockLabel(62, 14)).toMatchObject({ name: { lines: 1 } });
    expect(blockLabel(30, 14)).toMatchObject({ icon: { x: 9.5 }, name: null });
    expect(blockLabel(10, 5)).toEqual({ icon: null, name: null });
  });

  it('cuts a name that is too long for its lines', () => {
    expect(linesOf('ask', 50, 2, measure)).toEqual(['ask']);
    expect(linesOf('ask_for_the_date', 50, 2, measure)).toEqual(['ask_for_', 'the_date']);
    expect(linesOf('ask_for_the_preferred_date', 50, 2, measure)).toEqual(['ask_for_th', 'e_preferr…']);
    expect(linesOf('ask_for_the_date', 50, 1, measure)).toEqual(['ask_for_t…']);
    expect(linesOf('WelcomeMessage', 40, 2, measure)).toEqual(['Welcome', 'Message']);
    expect(linesOf('announcement', 40, 2, measure)).toEqual(['announce', 'ment']);
    expect(linesOf('👍👍👍', 1, 1, measure)).toEqual(['👍…']);
  });
});
