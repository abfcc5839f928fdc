/** Sizes of files as people read them. */

import { expect, test } from 'vitest';
import { fileSize } from './file-size.ts';

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [4, '4 bytes'],
  [999, '999 bytes'],
  [3_400, '3.4 kB'],
  [28_000_000, '28 MB'],
  [2_500_000_000, '2,500 MB'],
])('%d bytes are read as %s', (bytes, text) => {
  expect(fileSize(bytes)).toBe(text);
});
