/** Many cards that are dragged at once all follow, as cards or in the raster layer. */

import { describe, expect, it } from 'vitest';
import { maxMountedDrag, rasterDragOf, unmountedInView } from './raster-drag.ts';
import { projectScene } from './scene.ts';

const count = maxMountedDrag + 1;
const names = Array.from({ length: count }, (_, index) => `w${index}`);
const scene = projectScene({
  description: '',
  initial_state: 'w0',
  states: names.map((name, index) => ({
    name,
    type: 'send-message',
    transitions: [],
    properties: { offset: { x: 300 * index, y: 0 } },
  })),
});
const drag = (ids: readonly string[], isCopy = false) =>
  ({ kind: 'translating', ids: new Set(ids), delta: { x: 600, y: 40 }, guides: [], isCopy }) as const;
const viewport = { x: 0, y: 0, zoom: 1 };
const screen = { width: 250, height: 200 };
const idsOf = (widgets: readonly { id: string }[]) => widgets.map(({ id }) => id);

describe('raster drag', () => {
  it('is left to the cards while they are few', () => {
    expect(rasterDragOf(null)).toBeNull();
    expect(rasterDragOf(drag(names.slice(1)))).toBeNull();
    expect(rasterDragOf(drag(names))?.ids.size).toBe(count);
  });

  it('is in view where it was dragged to and not where it was', () => {
    const unmounted = unmountedInView(
      scene,
      { ...viewport, x: -600 },
      screen,
      new Set(),
      rasterDragOf(drag(names)),
    );
    expect(idsOf(unmounted.resting)).toEqual([]);
    expect(idsOf(unmounted.dragged)).toEqual(['w0']);
  });

  it('is in view at both places when it is a copy', () => {
    const rasterDrag = rasterDragOf(drag(names, true));
    const unmounted = unmountedInView(scene, { ...viewport, x: -600 }, screen, new Set(), rasterDrag);
    expect(idsOf(unmounted.resting)).toEqual(['w2']);
    expect(idsOf(unmounted.dragged)).toEqual(['w0']);
  });

  it('leaves out what is mounted', () => {
    expect(idsOf(unmountedInView(scene, viewport, screen, new Set(), null).resting)).toEqual(['w0']);
    expect(idsOf(unmountedInView(scene, viewport, screen, new Set(['w0']), null).resting)).toEqual([]);
  });
});
