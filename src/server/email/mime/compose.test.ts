/** The size of a composed message, known before it is composed. */

import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import PostalMime from 'postal-mime';
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

describe('a long content', () => {
  it.each([
    ['quoted-printable', 'one <b>wörd</b> = 😀\n', 600_000],
    ['quoted-printable', 'no line ends, ü ', 300_000],
    ['base64', 'жук 😀\n', 300_000],
    ['base64', '<b>wörd</b>\n', 2_000_000],
  ])('is composed piece by piece, and is the same: %s of %j', async (encoding, piece, length) => {
    const value = piece.repeat(length / piece.length);
    let turns = 0;
    let isOver = false;
    const others = (async () => {
      while (!isOver) {
        await nextTurn();
        turns += 1;
      }
    })();
    const bytes = await composeMime({ ...message, parts: [{ type: 'text/html', value }] });
    isOver = true;
    await others;
    expect(turns).toBeGreaterThan(length / 100_000);
    expect(bytes.subarray(0, headers).toString()).toContain(`Content-Transfer-Encoding: ${encoding}`);
    const { html } = await PostalMime.parse(bytes);
    expect(html?.replaceAll('\r\n', '\n').trimEnd()).toBe(value.trimEnd());
  });
});

describe('the fields of a composed message', () => {
  it.each(['short', `long ${'x'.repeat(2_000)}`])(
    'are in one order, whatever they are: %.9s',
    async (text) => {
      const to = [{ address: 'c@d.test', name: '' }];
      const bytes = await composeMime({ ...message, to, subject: text, headers: { 'X-Own': text } });
      const names = Array.from(bytes.toString().matchAll(/^([\w-]+):/gm), ([, name]) => name);
      const fields = ['X-Own', 'From', 'To', 'Subject', 'Message-ID', 'Date'];
      expect(names.slice(0, fields.length)).toEqual(fields);
    },
  );
});
