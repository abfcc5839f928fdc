/** Many cards that are dragged at once all follow, as cards or in the picture. */

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
const move = (ids: readonly string[], copy = false) =>
  ({ kind: 'move', ids: new Set(ids), delta: { x: 600, y: 40 }, guides: [], copy }) as const;
const view = { x: 0, y: 0, zoom: 1 };
const screen = { width: 250, height: 200 };
const idsOf = (widgets: readonly { id: string }[]) => widgets.map(({ id }) => id);

describe('what a drag carries', () => {
  it('is left to the cards while they are few', () => {
    expect(rasterDragOf(null)).toBeNull();
    expect(rasterDragOf(move(names.slice(1)))).toBeNull();
    expect(rasterDragOf(move(names))?.ids.size).toBe(count);
  });

  it('is seen where it was carried to and not where it stood', () => {
    const missing = unmountedInView(
      scene,
      { ...view, x: -600 },
      screen,
      new Set(),
      rasterDragOf(move(names)),
    );
    expect(idsOf(missing.standing)).toEqual([]);
    expect(idsOf(missing.carried)).toEqual(['w0']);
  });

  it('is seen at both places when it is a copy', () => {
    const carried = rasterDragOf(move(names, true));
    const missing = unmountedInView(scene, { ...view, x: -600 }, screen, new Set(), carried);
    expect(idsOf(missing.standing)).toEqual(['w2']);
    expect(idsOf(missing.carried)).toEqual(['w0']);
  });

  it('leaves out what is mounted', () => {
    expect(idsOf(unmountedInView(scene, view, screen, new Set(), null).standing)).toEqual(['w0']);
    expect(idsOf(unmountedInView(scene, view, screen, new Set(['w0']), null).standing)).toEqual([]);
  });
});
