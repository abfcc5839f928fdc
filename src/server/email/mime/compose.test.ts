/** The size of a composed message, known before it is composed. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { composedFileBytes, composedTextBytes, composeMime, type MimeMessage } from './compose.ts';

const message: MimeMessage = {
  ...{ messageId: 'id@sender.test', date: new Date(0), from: { address: 'a@b.test', name: '' } },
  ...{ to: [], cc: [], replyTo: [], subject: 'S', headers: {}, parts: [], files: [] },
};
const headers = 2_000;

describe('the size of a composed message', () => {
  it.each([
    ['short lines', 'abc\n'],
    ['empty lines', '\n'],
    ['equals signs', '='],
    ['other alphabets', 'ж='],
    ['emoji', '😀a'],
    ['one long line', 'a'],
  ])('is at most what is reckoned for a text of %s', async (_, piece) => {
    for (const length of [10, 10_000, 1_000_000, 3_000_000]) {
      const value = piece.repeat(length / piece.length);
      const bytes = await composeMime({ ...message, parts: [{ type: 'text/html', value }] });
      expect(bytes.length).toBeLessThanOrEqual(composedTextBytes(Buffer.byteLength(value)) + headers);
    }
  });

  it('is at most what is reckoned for attachments', async () => {
    const names = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 });
    const types = fc.constantFrom('image/png', 'message/rfc822', 'text/plain');
    await fc.assert(
      fc.asyncProperty(names, types, fc.nat(20_000), async (filename, type, size) => {
        const bytes = Buffer.alloc(size, '\n');
        const file = { filename, type, inline: false, contentId: null, bytes };
        const composed = await composeMime({ ...message, files: [file] });
        expect(composed.length).toBeLessThanOrEqual(composedFileBytes(size, { filename, type }) + headers);
      }),
      { numRuns: 50 },
    );
  });
});
