/** The walk over the screens leaves none out, and shows each in every width, language, theme and contrast. */

import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'playwright/test';
import { areas } from '../../screens.ts';
import { someLooks } from '../../walk.ts';

test('every area of screens has a spec', () => {
  const specs = readdirSync(import.meta.dirname).map((file) => basename(file, '.spec.ts'));
  expect(specs.sort()).toEqual([...areas, 'walk'].sort());
});

test('the looks of a screen have each width, language, theme and contrast', () => {
  for (let index = 0; index < 12; index += 1) {
    const looks = someLooks(index);
    const count = (part: (look: (typeof looks)[number]) => unknown) => new Set(looks.map(part)).size;
    expect([
      count(({ size }) => size.width),
      count(({ language }) => language),
      count(({ theme }) => theme),
      count(({ contrast }) => contrast),
    ]).toEqual([3, 2, 2, 3]);
  }
});

test('two neighbours have both heights of each width', () => {
  const sizes = [...someLooks(0), ...someLooks(1)].map(({ size }) => `${size.width}x${size.height}`);
  expect(new Set(sizes).size).toBe(6);
});
