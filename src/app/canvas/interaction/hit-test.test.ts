/** Hit testing is by geometry. */

import { describe, expect, it } from 'vitest';
import { projectScene } from '../render/scene.ts';
import { indexRoutes, routeCords } from '../routing/cord-router.ts';
import { dropTargetAt, hitTest } from './hit-test.ts';

const scene = projectScene({
  description: '',
  initial_state: 'a',
  states: ['a', 'b'].map((name, index) => ({
    name,
    type: 'send-message',
    transitions: [{ event: 'sent', ...(index === 0 ? { next: 'b' } : {}) }, { event: 'failed' }],
    properties: { offset: { x: 0, y: 200 * index } },
  })),
});
const routes = routeCords(
  [...scene.widgets.values()].map(({ box }) => box),
  [...scene.cords.values()],
);
const cordIndex = indexRoutes(routes);
const hit = (x: number, y: number, zoom = 1, detail: 'full' | 'block' = 'full') =>
  hitTest(scene, routes, cordIndex, { x, y }, zoom, detail);

describe('hit test', () => {
  it('hits a plugged jack at the jack, a free one in its whole cell', () => {
    expect(hit(60, 102)).toMatchObject({
      kind: 'jack',
      isPlugged: true,
      outlet: { widget: 'a', outlet: 'sent' },
    });
    expect(hit(30, 80)).toEqual({ kind: 'widget', widget: 'a' });
    expect(hit(150, 80)).toMatchObject({
      kind: 'jack',
      isPlugged: false,
      outlet: { widget: 'a', outlet: 'failed' },
    });
  });

  it('hits cords within 8 screen px, below cards', () => {
    const row = routes.get('a sent')?.segments[1] ?? 0;
    expect(hit(90, row + 7)).toEqual({ kind: 'cord', cord: 'a sent' });
    expect(hit(90, row + 20)).toBeNull();
    expect(hit(90, row + 20, 0.4)).toEqual({ kind: 'cord', cord: 'a sent' });
  });

  it('hits cards and no jacks at the lowest level of detail', () => {
    expect(hit(60, 98, 0.2, 'block')).toEqual({ kind: 'widget', widget: 'a' });
  });

  it('finds the card under a dropped cord, with a margin', () => {
    expect(dropTargetAt(scene, { x: 245, y: 250 }, 1)).toBe('b');
    expect(dropTargetAt(scene, { x: 300, y: 250 }, 1)).toBeNull();
  });

  it('finds the upper one of two cards that overlap, as it is drawn', () => {
    const stacked = projectScene({
      description: '',
      initial_state: 'below',
      states: ['below', 'above'].map((name, index) => ({
        name,
        type: 'send-message',
        properties: { offset: { x: 0, y: 40 * index } },
      })),
    });
    expect(dropTargetAt(stacked, { x: 60, y: 70 }, 1)).toBe('above');
    expect(hitTest(stacked, new Map(), cordIndex, { x: 60, y: 70 }, 1, 'full')).toMatchObject({
      widget: 'above',
    });
  });
});
