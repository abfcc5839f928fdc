/** The short form of `npm run test:attacks -- expensive`: one of everything, bodies of 10 kB, one in eight of the requests, some kinds of texts. */

import { describe, expect, it } from 'vitest';
import { tryExpensive } from '../attacks/expensive/suite.ts';

const timeoutMs = 240_000;

describe('while somebody asks for the most that 10 kB can ask for', () => {
  it(
    'nobody else waits longer than the bound, at any operation, nor by SMTP',
    async () => {
      const { passed, failures } = await tryExpensive(
        'the embedded file',
        { rows: 0, oneIn: 100, oneRequestIn: 8, sizes: [10 * 1024], interest: 0.6 },
        () => {},
      );
      expect(failures).toEqual([]);
      expect(passed).toBeGreaterThan(750);
    },
    timeoutMs,
  );
});
