/** Mail as programs, phones, lists and old systems really send it: one bad line costs one line, and nothing vanishes. */

import { describe, expect, it } from 'vitest';
import { decodePhrases, decodeWords } from './encoded-words.ts';
import { parsedForm } from './parse.ts';

const options = {
  envelope: { sender: 'a@b.test', recipients: ['x@mail.test'], clientIp: '127.0.0.1' },
  verdicts: { spf: 'none', dkim: 'none' },
  scoresSpam: false,
};
/** Each character is a byte. */
const parse = (...lines: string[]) => parsedForm(Buffer.from(lines.join('\r\n'), 'latin1'), options);
type Form = ReturnType<typeof parse>;
const filesOf = ({ files }: Form) =>
  files.map(({ filename, bytes }) => `${filename}: ${Buffer.from(bytes).toString('latin1')}`);
const read = (value: unknown) => {
  if (typeof value === 'string' || value === undefined) return value?.trim();
  const { bytes, charset } = value as { bytes: Uint8Array; charset: string };
  return new TextDecoder(charset).decode(bytes).trim();
};

const file = [
  'Content-Disposition: attachment; filename="bill.pdf"',
  'Content-Transfer-Encoding: base64',
  '',
  'dGhlIGJpbGw=',
];

describe('a line among the headers that is no header', () => {
  it.each([
    ['a line without its blank', 'for <desk@in.example>; Sun, 29 Nov 2026 00:00:00 +0000'],
    ['words without a colon', 'this is nothing'],
    ['a line of rubbish', '\xff\xfe???'],
    ['a colon behind a blank', 'not a name: at all'],
  ])('%s costs that line only', (_, line) => {
    const { fields } = parse(
      'Received: from a by b',
      line,
      'Subject: Order 7',
      'To: desk@in.example',
      '',
      'x',
    );
    expect(fields).toMatchObject({ subject: 'Order 7', to: 'desk@in.example', text: 'x' });
    expect(fields.headers).toContain('Order 7');
  });

  it('several of them cost no more', () => {
    expect(parse('X-A: 1', 'one', 'two', ' folded', 'Subject: s', '', 'x').fields).toMatchObject({
      subject: 's',
      text: 'x',
    });
  });

  it('does not go into the value before, but where that goes on', () => {
    expect(parse('Subject: Order 7', 'rubbish', 'To: a@b.test', '', 'x').fields.subject).toBe('Order 7');
    const parts = (...head: string[]) =>
      filesOf(parse('Content-Type: multipart/mixed; boundary=b', '', '--b', ...head, '', 'x', '--b--'));
    expect(parts('Content-Type: application/zip; x-unix-mode=0644;', 'name="pack.zip"', 'X-A: 1')).toEqual([
      'pack.zip: x',
    ]);
    expect(
      parts('Content-Disposition: attachment;', 'filename=pack.zip', 'Content-Type: application/zip'),
    ).toEqual(['pack.zip: x']);
  });

  it('without fields behind it is the text', () => {
    expect(parse('Subject: s', 'Hello', 'Note: this is text', '', 'y').fields.text).toBe(
      'Hello\nNote: this is text\n\ny',
    );
    const part = parse(
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      'X-A: 1',
      'Hello',
      '--b',
      'Content-Type: text/plain',
      '',
      'y',
      '--b--',
    );
    expect(part.fields.text).toBe('Hello\ny');
  });
});

it('a first line that is no field costs that line where the next one is', () => {
  expect(parse('!\xef\xbb\xbfReceived: from a by b', 'Subject: s', '', 'x').fields).toMatchObject({
    ...{ headers: 'Subject: s', subject: 's', text: 'x' },
  });
  expect(parse('Hello,', 'From: here on this is text', '', 'x').fields.text).toBe(
    'Hello,\nFrom: here on this is text\n\nx',
  );
});

it.each([
  ['before the first field', '\xef\xbb\xbfSubject: s', '', 'x'],
  [
    'behind the separator of a mailbox',
    'From a@b Sat Nov 28 00:00',
    '\xef\xbb\xbfX-A: b',
    'Subject: s',
    '',
    'x',
  ],
  ['before the separator of a mailbox', '\xef\xbb\xbfFrom a@b Sat Nov 28', 'Subject: s', '', 'x'],
])('a byte order mark %s is no part of a name', (_, ...lines) => {
  expect(parse(...lines).fields).toMatchObject({ subject: 's', text: 'x' });
});

describe('parts never vanish', () => {
  const outer = 'Content-Type: multipart/mixed; boundary="b"';
  const texts = [
    '--b',
    'Content-Type: text/plain',
    '',
    'plain',
    '--b',
    'Content-Type: text/html',
    '',
    '<p>html</p>',
  ];
  const bill = ['--b', 'Content-Type: application/pdf', ...file];
  it.each([
    ['both are closed', [...texts, '--b--', '', ...bill, '--b--']],
    ['one end is missing', [...texts, ...bill, '--b--']],
    ['nothing is closed', [...texts, ...bill]],
    ['the end comes before the last part', [...texts, '--b--', '--b--', ...bill]],
  ])('where an inner multipart has the boundary of the outer one: %s', (_, lines) => {
    const form = parse(outer, '', '--b', 'Content-Type: multipart/alternative; boundary="b"', '', ...lines);
    expect([read(form.fields.text), read(form.fields.html)]).toEqual(['plain', '<p>html</p>']);
    expect(filesOf(form)).toEqual(['bill.pdf: the bill']);
  });

  it('behind an end that came too early', () => {
    const form = parse(outer, '', ...texts, '--b--', 'epilogue', ...bill, '--b--');
    expect(read(form.fields.text)).toBe('plain');
    expect(filesOf(form)).toEqual(['bill.pdf: the bill']);
  });

  it.each(['--Part_(001)_x', 'a(b', 'x)y', 'part(1)(2)'])('of the boundary %s without quotes', (boundary) => {
    const form = parse(
      `Content-Type: multipart/mixed; boundary=${boundary}`,
      ...['', `--${boundary}`, 'Content-Type: text/plain', '', 'see file', `--${boundary}`],
      ...['Content-Type: application/pdf', ...file, `--${boundary}--`],
    );
    expect(read(form.fields.text)).toBe('see file');
    expect(filesOf(form)).toEqual(['bill.pdf: the bill']);
  });

  it('whose comment stands behind a blank are divided as without it', () => {
    const form = parse(
      'Content-Type: multipart/mixed; boundary=b (made (by) x)',
      '',
      '--b',
      '',
      'one',
      '--b--',
    );
    expect(read(form.fields.text)).toBe('one');
  });
});

describe('what has a name', () => {
  const html = 'Content-Type: text/html; name="body.html"';
  it('is the text where it comes first and nothing says that it is a file', () => {
    const form = parse(
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      html,
      '',
      '<p>x</p>',
      '--b',
      'Content-Type: application/pdf',
      ...file,
      '--b--',
    );
    expect(read(form.fields.html)).toBe('<p>x</p>');
    expect(filesOf(form)).toEqual(['bill.pdf: the bill']);
  });

  it('is the text where it is one way to show it', () => {
    const plain = 'Content-Type: text/plain; name="body.txt"';
    const form = parse(
      'Content-Type: multipart/alternative; boundary=b',
      '',
      '--b',
      plain,
      '',
      'x',
      '--b',
      html,
      '',
      '<p>x</p>',
      '--b--',
    );
    expect([read(form.fields.text), read(form.fields.html)]).toEqual(['x', '<p>x</p>']);
  });

  it.each([
    ['behind the text', ['--b', 'Content-Type: text/plain', '', 'x', '--b', html, '', '<p>x</p>', '--b--']],
    ['said to be one', ['--b', html, 'Content-Disposition: attachment', '', '<p>x</p>', '--b--']],
  ])('is a file %s', (_, lines) => {
    expect(filesOf(parse('Content-Type: multipart/mixed; boundary=b', '', ...lines))).toEqual([
      'body.html: <p>x</p>',
    ]);
  });
});

describe('the content of a part', () => {
  const text = (body: string[], head: string[] = []) =>
    read(
      parse(
        'Content-Type: text/plain; charset=utf-8',
        'Content-Transfer-Encoding: base64',
        ...head,
        '',
        ...body,
      ).fields.text,
    );
  it.each([
    ['behind padding and an empty line', ['aGVsbG8=', '', '-- ', 'list footer']],
    ['behind padding', ['aGVsbG8=', '_____', 'list footer']],
    ['behind data that needs no padding', ['aGVsbG8h', '', 'list footer']],
  ])('keeps a text %s', (_, body) => {
    expect(text(body)?.replaceAll(/\s+/g, ' ')).toMatch(/^hello!? (?:(?:--|_____) )?list footer$/);
  });

  it.each([
    ['padding on every line', ['aGU=', 'bGxv'], 'hello'],
    ['empty lines between the data', ['aGVs', '', 'bG8='], 'hello'],
    ['other characters in a line', ['aG!Vs', 'bG8='], 'hello'],
    ['blanks behind its lines', ['aGVs  ', 'bG8= \t'], 'hello'],
  ])('is read with %s', (_, body, expected) => {
    expect(text(body)).toBe(expected);
  });

  it('of a file ends where the data ends', () => {
    const lines = [
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      'Content-Type: application/pdf',
      ...file,
      '',
      '-- ',
      'footer',
      '--b--',
    ];
    expect(filesOf(parse(...lines))).toEqual(['bill.pdf: the bill']);
  });

  it.each(['x-uuencode', 'uuencode', 'x-uue', 'X-UUEncode', 'uue', 'x-uu'])(
    'is decoded from %s',
    (encoding) => {
      const head = [
        'Content-Disposition: attachment; filename=t.txt',
        `Content-Transfer-Encoding: ${encoding}`,
      ];
      const of = (...body: string[]) => filesOf(parse(...head, '', ...body))[0];
      expect(of('begin 644 t.txt', '#8V%T', '`', 'end')).toBe('t.txt: cat');
      expect(of('', 'Here it is.', 'begin 0644 t.txt', '$8V%T<P``', ' ', 'end', '-- ')).toBe('t.txt: cats');
      expect(of('no beginning')).toBe('t.txt: no beginning');
    },
  );
});

describe('charsets', () => {
  const text = (charset: string, body: string, type = 'plain') => {
    const { fields } = parse(
      `Content-Type: text/${type}${charset && `; charset=${charset}`}`,
      'Content-Transfer-Encoding: 8bit',
      '',
      body,
    );
    return read(type === 'plain' ? fields.text : fields.html);
  };
  const utf8 = Buffer.from('Grüße').toString('latin1');
  it.each([
    ['utf-8', 'Gr\xfc\xdfe'],
    ['us-ascii', utf8],
    ['iso-8859-1', utf8],
    ['windows-1252', utf8],
    ['unknown-8bit', utf8],
    ['x-unknown', 'Gr\xfc\xdfe'],
    ['"utf8"', utf8],
    ['UTF8MB4', utf8],
    ['windows1252', 'Gr\xfc\xdfe'],
    ['iso8859_1', 'Gr\xfc\xdfe'],
    ['win-1252', 'Gr\xfc\xdfe'],
    ['cp850', 'Gr\x81\xe1e'],
    ['utf-7', 'Gr+APwA3w-e'],
    ['utf-16', utf8],
    ['nobody-knows', utf8],
  ])('%s is read by what the bytes are', (charset, body) => {
    expect(text(charset, body)).toBe('Grüße');
  });

  it.each([
    ['<meta charset="windows-1251">'],
    ["<META CHARSET='windows-1251'>"],
    ['<meta http-equiv="Content-Type" content="text/html; charset=windows-1251">'],
  ])('of HTML is the one of %s where nothing else says it', (meta) => {
    expect(text('', `<head>${meta}</head>\xcf\xf0\xe8\xe2\xe5\xf2`, 'html')).toMatch(/Привет$/);
  });

  it('of HTML are what the header says before its meta element', () => {
    expect(text('koi8-r', '<meta charset="windows-1251">\xf0\xd2\xc9\xd7\xc5\xd4', 'html')).toMatch(
      /Привет$/,
    );
    expect(
      text('', `<meta charset="windows-1251">${Buffer.from('Привет').toString('latin1')}`, 'html'),
    ).toMatch(/Привет$/);
  });
});

describe('encoded words', () => {
  it.each([
    ['=?utf-8?q?Gr=C3=BC=C3=9Fe?=', 'Grüße'],
    ['=?utf-8?B?R3LDvA==?= =?utf-8?Q?=C3=9Fe?=', 'Grüße'],
    ['a letter that is divided =?utf-8?q?Gr=C3?=\n =?UTF-8?q?=BC=C3=9Fe?=', 'a letter that is divided Grüße'],
    ['=?utf-8?b?R3LD?= =?utf-8?b?vMOfZQ==?=', 'Grüße'],
    ['=?iso-8859-1?q?Gr=FC?= =?utf-8?q?=C3=9Fe?=', 'Grüße'],
    ['=?utf-8?q?Gr=FC=DFe?=', 'Grüße'],
    ['=?utf-8*de?q?Gr=C3=BC=C3=9Fe?=', 'Grüße'],
    ['=?utf-7?q?Gr+APwA3w-e?=', 'Grüße'],
    ['=?us-ascii?q?a_b?=, =?x-unknown?q?c?=', 'a b, c'],
    ['=?utf-8?q?unfinished', '=?utf-8?q?unfinished'],
  ])('%s', (written, text) => {
    expect(decodeWords(written)).toBe(text);
  });

  it.each([
    ['=?utf-8?q?Ada?= <ada@s.test>', 'Ada <ada@s.test>'],
    ['=?utf-8?q?Ada=2C_Countess?= <ada@s.test>', '"Ada, Countess" <ada@s.test>'],
    ['=?utf-8?q?=3Cevil=40x.test=3E?= <ada@s.test>', '"<evil@x.test>" <ada@s.test>'],
    ['"=?utf-8?q?Ada=22?=" <ada@s.test>', '"Ada\\"" <ada@s.test>'],
    ['"a, b" <a@b.test>, c@d.test', '"a, b" <a@b.test>, c@d.test'],
  ])('of addresses are no syntax: %s', (written, text) => {
    expect(decodePhrases(written)).toBe(text);
  });

  it('are decoded in time that grows with their number', () => {
    const many = '=?utf-8?q?=C3=BC?= '.repeat(7_000);
    expect(decodeWords(many).trim()).toBe('ü'.repeat(7_000));
  });
});

it.each([
  ['root', 'root'],
  ['undisclosed-recipients:; (no Cc-header on input)', 'undisclosed-recipients:; (no Cc-header on input)'],
  ['desk@in.test (Desk (the first))', 'desk@in.test (Desk (the first))'],
  ['"ceo@other.test x"@in.test, "odd user"@in.test', '"ceo@other.test x"@in.test, "odd user"@in.test'],
  ['Team: Ada <ada@s.test>,\r\n  bob@s.test;', 'Team: Ada <ada@s.test>,  bob@s.test;'],
])('addresses are posted as their writer wrote them: %s', (written, to) => {
  expect(parse(`To: ${written}`, `Cc: ${written}`, '', 'x').fields).toMatchObject({ to, cc: to });
});
