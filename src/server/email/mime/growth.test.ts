/** Whatever anybody sends is parsed in work that grows with its length: counted, not timed. */

import { expect, it } from 'vitest';
import { measureBy } from '#flow/testing/growth/measured-growth.ts';

/** A power of the length; what a limit ends grows by less. */
const maxExponent = 1.1;

it('the work of each parser grows no faster than the message', { timeout: 300_000 }, () => {
  const program = new URL('../testing/growth/measure.ts', import.meta.url);
  const measured = measureBy<Record<string, Record<string, number>>>(program);
  const all = Object.entries(measured).flatMap(([message, exponents]) =>
    Object.entries(exponents).map(([parser, exponent]) => ({ message, parser, exponent })),
  );
  expect(all.length).toBeGreaterThan(200);
  expect(all.filter(({ exponent }) => exponent > maxExponent)).toEqual([]);
  // What is counted is more than the length: nothing was refused before it was read.
  expect(all.filter(({ exponent }) => exponent > 0.9).length).toBeGreaterThan(150);
});
