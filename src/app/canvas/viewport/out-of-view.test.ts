/** What is said of cards out of view. */
import { describe, expect, it } from 'vitest';
import { countBeyond } from './out-of-view.ts';

const view = { x: 0, y: 0, width: 1000, height: 600 };
const card = (x: number, y: number) => ({ x, y, width: 240, height: 120 });

describe('cards out of view', () => {
  it('are none while all are in view', () => {
    expect(countBeyond([card(0, 0), card(760, 480)], view)).toEqual([]);
  });

  it('are counted where most of them lies out, the sides with most first', () => {
    const cards = [card(0, -130), card(0, 481), card(0, 700), card(1200, 650), card(-300, 100)];
    expect(countBeyond(cards, view)).toEqual([
      { side: 'below', count: 2 },
      { side: 'above', count: 1 },
      { side: 'right', count: 1 },
      { side: 'left', count: 1 },
    ]);
  });
});
