import { expect, it } from 'vitest';
import { maskAddress } from './mask-address.ts';

it.each([
  ['+447700900142', '+44•••••142'],
  ['client:reception', 'cli•••••ion'],
  ['1234567', '•••••67'],
  ['1', '•••••1'],
  ['', '•••••'],
])('masks %s', (address, masked) => {
  expect(maskAddress(address)).toBe(masked);
});
