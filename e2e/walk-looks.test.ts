/** The walk over the screens leaves none out, and shows each in every width, language, theme and contrast. */

import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { areas } from './screens.ts';
import { someLooks } from './walk-looks.ts';

test('every area of screens has a spec', () => {
  const specs = readdirSync(join(import.meta.dirname, 'specs/screens')).map((file) =>
    basename(file, '.spec.ts'),
  );
  expect(specs.sort()).toEqual([...areas].sort());
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
