/** Of a large flow only what is in view is painted, and all that is. */

import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { routeCords } from '../routing/cord-router.ts';
import type { Colours } from './colours.ts';
import { buildDisplayList, paintDisplayList } from './display-list.ts';
import { projectScene } from './scene.ts';

/** A path that notes where its parts begin. */
class NotedPath {
  readonly starts: string[] = [];
  moveTo = (x: number, y: number) => void this.starts.push(`${x} ${y}`);
  lineTo = () => undefined;
  roundRect = (x: number, y: number) => void this.starts.push(`${x} ${y}`);
}

beforeAll(() => void vi.stubGlobal('Path2D', NotedPath));
afterAll(() => void vi.unstubAllGlobals());

/** Two cards with a cord between them, and one 30,000 to the right of them. */
const definition = {
  description: '',
  initial_state: 'first',
  states: [
    { name: 'first', x: 0, y: 0, next: 'second' },
    { name: 'second', x: 0, y: 12_000, next: undefined },
    { name: 'aside', x: 30_000, y: 0, next: undefined },
  ].map(({ name, x, y, next }) => ({
    name,
    type: 'set-variables',
    transitions: [{ event: 'next', ...(next !== undefined && { next }) }],
    properties: { offset: { x, y } },
  })),
};

/** Where the painted cords and blocks begin. */
function paintedIn(view: { x: number; y: number; width: number; height: number }) {
  const scene = projectScene(definition);
  const boxes = [...scene.widgets.values()].map(({ box }) => box);
  const list = buildDisplayList(scene, routeCords(boxes, [...scene.cords.values()]), null, new Set());
  const painted = { cords: [] as string[], blocks: [] as string[] };
  const context = {
    setLineDash: () => undefined,
    stroke: (path: NotedPath) => void painted.cords.push(...path.starts),
    fill: (path: NotedPath) => void painted.blocks.push(...path.starts),
  };
  paintDisplayList(context as unknown as CanvasRenderingContext2D, list, {} as Colours, 1, view);
  return painted;
}

it('paints everything where everything is in view', () => {
  const { cords, blocks } = paintedIn({ x: -1_000, y: -1_000, width: 40_000, height: 20_000 });
  expect(blocks).toEqual(['0 0', '0 12000', '30000 0']);
  expect(cords).toHaveLength(1);
});

it('leaves out the blocks that are far away', () => {
  expect(paintedIn({ x: 29_000, y: -500, width: 2_000, height: 1_000 })).toEqual({
    cords: [],
    blocks: ['30000 0'],
  });
});

it('paints a cord that begins and ends out of view and runs through it', () => {
  const { cords, blocks } = paintedIn({ x: -500, y: 6_000, width: 1_000, height: 500 });
  expect(blocks).toEqual([]);
  expect(cords).toHaveLength(1);
});
