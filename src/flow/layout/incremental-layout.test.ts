/** Positions for new widgets among others that keep theirs. */

import { expect, it } from 'vitest';
import type { Point } from '../definition.ts';
import { placeBesideNeighbours } from './incremental-layout.ts';
import { placeUnconnectedBeside } from './unconnected.ts';

type Places = Record<string, [x: number, y: number]>;

const pointsOf = (places: Places) =>
  new Map(Object.entries(places).map(([id, [x, y]]): [string, Point] => [id, { x, y }]));
const placesOf = (points: Map<string, Point>): Places =>
  Object.fromEntries([...points].map(([id, { x, y }]) => [id, [x, y]]));
const cordsOf = (...cords: string[]) =>
  cords.map((cord) => {
    const [from = '', to = ''] = cord.split(' ');
    return { id: cord, from, outlet: 'next', event: 'next', to };
  });
const sizesOf = (...ids: string[]) => new Map(ids.map((id) => [id, { width: 240, height: 100 }]));

it.each<[string, string[], Places, Places, Places]>([
  [
    'is from its neighbour as far as in the layout, on the grid',
    ['a b', 'a c'],
    { a: [0, 0], b: [9, 180], c: [300, 171] },
    { a: [1_000, 500] },
    { b: [1_000, 680], c: [1_300, 680] },
  ],
  [
    'is from what leads to it, before what it leads to',
    ['b q', 'p b', 'b b'],
    { p: [0, 0], q: [0, 400], b: [0, 200] },
    { q: [0, 0], p: [500, 0] },
    { b: [500, 200] },
  ],
  [
    'is from what it leads to',
    ['b q'],
    { p: [0, 0], q: [0, 400], b: [20, 200] },
    { p: [0, 0], q: [500, 500] },
    { b: [520, 300] },
  ],
  [
    'is from the first widget where no neighbour has a place in both',
    ['x b'],
    { a: [0, 0], b: [600, 40] },
    { a: [1_000, 500], x: [0, 0] },
    { b: [1_600, 540] },
  ],
  [
    'is that of the layout where the first is not in that',
    [],
    { b: [620, 40] },
    { x: [0, 0] },
    { b: [0, 120] },
  ],
  [
    'is further down until nothing covers it, with a step between',
    ['a b', 'a c'],
    { a: [0, 0], b: [0, 180], c: [0, 160] },
    { a: [0, 0], x: [259, 200], y: [-259, 300], z: [260, 420], u: [-260, 420] },
    { c: [0, 420], b: [0, 540] },
  ],
  [
    'is found from the top down, then from the left',
    ['a b', 'b c', 'a d'],
    { a: [0, 0], c: [0, 400], d: [100, 200], b: [0, 200] },
    { a: [0, 0] },
    { b: [0, 200], d: [100, 320], c: [0, 440] },
  ],
])('the place of a widget %s', (_, cords, laid, fixed, places) => {
  const sizes = sizesOf(...Object.keys({ ...laid, ...fixed }));
  const found = placeBesideNeighbours(cordsOf(...cords), pointsOf(laid), pointsOf(fixed), sizes, 20);
  expect(placesOf(found)).toEqual(places);
});

it('what is not connected is in columns beside the rest, as high as that', () => {
  const laid = {
    ...{ lone: [9, 9], main: [100, 50], next: [0, 210], x: [1_000, 0], y: [1_020, 150] },
    ...{ z: [-7, 3], w: [0, 0], v: [0, 0] },
  } satisfies Places;
  const cords = cordsOf('main next', 'y x', 'ghost z', 'z ghost', 'next main');
  const sizes = sizesOf(...Object.keys(laid));
  expect(placesOf(placeUnconnectedBeside('main', cords, pointsOf(laid), sizes))).toEqual({
    ...{ main: [100, 50], next: [0, 210], lone: [460, 50] },
    ...{ x: [820, 50], y: [840, 200], z: [1_200, 50], w: [1_200, 210], v: [1_560, 50] },
  });
});
