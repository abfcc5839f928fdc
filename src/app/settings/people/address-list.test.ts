/** Reading the addresses that people paste. */

import { expect, it } from 'vitest';
import { isAddress, readAddresses } from './address-list.ts';

it('addresses stand on lines of their own, or with commas, semicolons and blanks between', () => {
  expect(readAddresses(' a@b.example,c@d.example\n\ne@f.example; g@h.example ')).toEqual([
    'a@b.example',
    'c@d.example',
    'e@f.example',
    'g@h.example',
  ]);
  expect(readAddresses(' \n, ')).toEqual([]);
});

it('an address is read once, whatever its case, and out of angle brackets', () => {
  expect(readAddresses('<A@b.example>, a@B.example')).toEqual(['A@b.example']);
});

it.each(['a', 'a@b', '@b.example', 'a@b.', 'a@@b.example'])('%s is not an address', (text) => {
  expect(isAddress(text)).toBe(false);
});

it('an address has a host with a dot', () => {
  expect(isAddress('a.b+c@d.example')).toBe(true);
});
