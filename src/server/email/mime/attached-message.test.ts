/** Attached messages are sent as what they are: with bytes above 127, or encoded in their own parts, and never in base64. */

import { isAscii } from 'node:buffer';
import { setImmediate as nextTurn } from 'node:timers/promises';
import PostalMime from 'postal-mime';
import { describe, expect, it } from 'vitest';
import { sendableMessage } from './attached-message.ts';
import { composeMime, type MimeMessage } from './compose.ts';
import { decodeWords } from './encoded-words.ts';

const lines = (...all: string[]) => Buffer.from(all.join('\r\n'));
const rfc822 = (bytes: Buffer, allows8Bit = false) =>
  sendableMessage({ type: 'message/rfc822', bytes }, allows8Bit);
const longest = (bytes: Buffer) =>
  Math.max(
    ...bytes
      .toString('latin1')
      .split('\r\n')
      .map(({ length }) => length),
  );

const letter = lines(
  'From: "Müller, Jörg" <joerg@a.test>',
  'To: Team: =?utf-8?q?J=C3=BCrgen?= <j@a.test>;',
  'Subject: Grüße =?utf-8?q?aus_K=C3=B6ln?=',
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed; boundary=b',
  'Content-Transfer-Encoding: 8bit',
  '',
  'preamble',
  '--b',
  'Content-Type: text/plain; charset=utf-8',
  'Content-Transfer-Encoding: 8bit',
  '',
  'Zum Öffnen = lesen ',
  'Ende',
  '--b',
  'Content-Type: text/plain; charset=utf-8',
  '',
  'Привет, мир! '.repeat(20),
  '--b',
  'Content-Type: application/pdf',
  'Content-Disposition: attachment; filename="Übersicht.pdf"',
  'Content-Transfer-Encoding: binary',
  '',
  'äöü\u0001',
  '--b',
  'Content-Type: message/rfc822',
  '',
  'Subject: Innen',
  '',
  'Über',
  '--b--',
  '',
);

describe('an attached message', () => {
  it('is sent as it is where the server takes its bytes', async () => {
    expect(await rfc822(letter, true)).toEqual({ type: 'message/rfc822', bytes: letter, isEncoded: false });
  });

  it('is encoded in its own parts for a server without 8BITMIME, and says the same', async () => {
    const { type, bytes, isEncoded } = await rfc822(letter);
    expect([type, isEncoded, isAscii(bytes)]).toEqual(['message/rfc822', false, true]);
    const [before, after] = [await PostalMime.parse(letter), await PostalMime.parse(bytes)];
    expect(after.subject).toBe(before.subject);
    expect(after.from).toEqual(before.from);
    expect(after.to).toEqual(before.to);
    // The parser adds line ends where nothing is encoded.
    expect(after.text?.split(/\n+/)).toEqual(before.text?.trimEnd().split(/\n+/));
    expect(after.text).toContain('Zum Öffnen = lesen \nEnde');
    expect(after.attachments.map(({ filename, content }) => [filename, content])).toEqual(
      before.attachments.map(({ filename, content }) => [filename, content]),
    );
    expect(bytes.toString()).toMatch(/Content-Type: message\/rfc822\r\n\r\nSubject: Innen\r\n/);
    expect(bytes.toString()).not.toMatch(/Content-Transfer-Encoding: (?:8bit|binary)/);
  });

  it('with lines that are too long is encoded whatever the server takes', async () => {
    const text = `${'x'.repeat(3_000)}ü\r\n`;
    const long = lines('Subject: s', 'Content-Type: text/plain; charset=utf-8', '', text);
    const { type, bytes } = await rfc822(long, true);
    expect([type, longest(bytes) <= 998]).toEqual(['message/rfc822', true]);
    expect((await PostalMime.parse(bytes)).text).toBe((await PostalMime.parse(long)).text);
  });

  it('of base64 in one line is divided into lines', async () => {
    const data = Buffer.alloc(60_000, 'data');
    const head = ['Content-Type: image/png', 'Content-Transfer-Encoding: base64', ''];
    const { type, bytes } = await rfc822(lines('Subject: s', ...head, data.toString('base64')), true);
    expect([type, longest(bytes) <= 998]).toEqual(['message/rfc822', true]);
    const [file] = (await PostalMime.parse(bytes)).attachments;
    expect(Buffer.from(file?.content as ArrayBuffer).equals(data)).toBe(true);
  });

  it.each([
    ['a preamble', lines('Content-Type: multipart/mixed; boundary=b', '', 'ü', '--b', '', 'x', '--b--')],
    ['a report', lines('Content-Type: message/delivery-status', '', 'Reporting-MTA: ü')],
    ['uuencode', lines('Content-Transfer-Encoding: x-uuencode', '', 'begin 644 ü', 'end')],
    ['a multipart without its parts', lines('Content-Type: multipart/mixed; boundary=b', '', 'ü')],
    ['many times the length', lines(...Array.from({ length: 500 }, () => 'X-A: ü'), '', 'x')],
  ])('that cannot be encoded, as of %s, is a file, byte for byte', async (_, bytes) => {
    expect(await rfc822(bytes)).toEqual({ type: 'application/octet-stream', bytes, isEncoded: true });
  });

  it('of another type is a file where it has bytes above 127, and base64 where its type allows that', async () => {
    const bytes = lines('Reporting-MTA: dns; ü', '');
    const sent = (type: string) => sendableMessage({ type, bytes }, false);
    expect(await sent('message/delivery-status')).toMatchObject({ type: 'application/octet-stream' });
    expect(await sent('message/global; a=b')).toMatchObject({ type: 'message/global; a=b', isEncoded: true });
  });

  it('of many megabytes gives way to others', async () => {
    const big = lines('Content-Type: text/plain; charset=utf-8', '', 'Grüße aus Köln\r\n'.repeat(300_000));
    let turns = 0;
    let isOver = false;
    const others = (async () => {
      while (!isOver) {
        await nextTurn();
        turns += 1;
      }
    })();
    const { type } = await rfc822(big);
    isOver = true;
    await others;
    expect(type).toBe('message/rfc822');
    expect(turns).toBeGreaterThan(big.length / 100_000);
  });
});

describe('a composed message', () => {
  const message: MimeMessage = {
    ...{ messageId: 'id@sender.test', date: new Date(0), from: { address: 'a@b.test', name: '' } },
    ...{ to: [], cc: [], replyTo: [], subject: 'S', headers: {}, parts: [], files: [] },
  };
  const attached = { filename: 'a.eml', type: 'message/rfc822', inline: false, contentId: null };
  const files = [{ ...attached, bytes: letter }];
  const parts = [{ type: 'text/plain', value: 'See' }];

  it('labels an attached message by what it is', async () => {
    const eightBit = (await composeMime({ ...message, parts, files })).toString();
    expect(eightBit).toMatch(/Content-Type: message\/rfc822; name=a\.eml\r\nContent-Transfer-Encoding: 8bit/);
    expect(eightBit).toContain(letter.toString());
    const sevenBit = await composeMime({ ...message, parts, files }, { allows8Bit: false });
    expect(isAscii(sevenBit)).toBe(true);
    expect(sevenBit.toString()).toMatch(
      /Content-Type: message\/rfc822; name=a\.eml\r\nContent-Transfer-Encoding: 7bit/,
    );
  });

  it('has its alternatives in the order in which readers choose', async () => {
    const types = ['text/calendar; method=REQUEST', 'text/html', 'text/x-amp-html', 'text/plain'];
    const value = '<p>x</p>';
    const composed = await composeMime({ ...message, parts: types.map((type) => ({ type, value })) });
    expect(
      [...composed.toString().matchAll(/^Content-Type: (text\/[\w-]+)/gm)].map(([, type]) => type),
    ).toEqual(['text/plain', 'text/x-amp-html', 'text/html', 'text/calendar']);
  });

  it('has no line that is too long, whatever its texts and headers are', async () => {
    const long = 'x'.repeat(4_000);
    const composed = await composeMime({
      ...message,
      subject: long,
      headers: { 'X-Token': long, 'X-Other': `ü${long}`, Comments: `short ${long}` },
      parts: ['text/plain', 'text/html', 'text/calendar', 'text/x-amp-html', 'application/json'].map(
        (type) => ({ type, value: long }),
      ),
      files: [{ ...attached, type: 'text/csv', bytes: Buffer.from(long) }],
    });
    expect(longest(composed)).toBeLessThanOrEqual(998);
    const { subject, headers, text } = await PostalMime.parse(composed);
    expect([subject, text?.trim()]).toEqual([long, long]);
    expect(decodeWords(headers.find(({ key }) => key === 'x-token')?.value ?? '')).toBe(long);
  });
});
