/** Parsing of MIME messages: attachments are byte for byte what was sent, and texts are readable. */

import { hash } from 'node:crypto';
import fc from 'fast-check';
import MimeNode from 'nodemailer/lib/mime-node';
import { describe, expect, it } from 'vitest';
import { mimeLimits } from './limits.ts';
import { parsedForm, rawForm } from './parse.ts';

const options = {
  envelope: { sender: 'a@b.test', recipients: ['x@mail.test'], clientIp: '127.0.0.1' },
  verdicts: { spf: 'none', dkim: 'none' },
  scoresSpam: false,
};
const parse = (message: string | Buffer) =>
  parsedForm(typeof message === 'string' ? Buffer.from(message, 'latin1') : message, options);
const textOf = (message: string) => parse(message).fields.text;
const charsetsOf = (message: string) => JSON.parse(String(parse(message).fields.charsets)) as object;
const lines = (...all: string[]) => all.join('\r\n');
const hashOf = (bytes: Uint8Array) => hash('sha256', bytes);

/** A tree of parts; the leaves are files. */
type Tree = Leaf | { multipart: string; children: Tree[] };
type Leaf = { type: string; disposition: string; encoding: string; content: Buffer };

const binary = fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes));
const textLines = fc
  .array(
    fc.oneof(fc.string({ maxLength: 40 }), fc.constantFrom('', '--', '-- ', '--b', 'From me', ' x ', '.')),
    { maxLength: 8 },
  )
  .chain((all) => fc.constantFrom('\r\n', '\n').map((end) => Buffer.from(all.join(end))));
const withoutBareBreaks = textLines.map((bytes) =>
  Buffer.from(bytes.toString().replaceAll(/\r?\n/g, '\r\n')),
);
const eightBit = fc.array(fc.constantFrom('é', 'ü\r\n', '漢', 'x'), { maxLength: 20 }).map((all) => {
  return Buffer.from(all.join(''));
});
const types = fc.constantFrom('text/plain', 'text/html', 'text/csv', 'application/pdf', 'image/png');
const files = fc.oneof(
  fc.record({ encoding: fc.constant('base64'), content: binary }),
  fc.record({ encoding: fc.constant('quoted-printable'), content: fc.oneof(withoutBareBreaks, eightBit) }),
  fc.record({ encoding: fc.constant('7bit'), content: withoutBareBreaks }),
  fc.record({ encoding: fc.constant('8bit'), content: eightBit }),
  fc.record({ encoding: fc.constant('binary'), content: fc.oneof(binary, textLines) }),
);
const attachedMessage = fc
  .record({ inner: withoutBareBreaks, disposition: fc.constantFrom('', 'inline', 'attachment') })
  .map(({ inner, disposition }): Leaf => {
    const content = Buffer.from(
      lines(
        'Subject: Inner',
        'Content-Type: multipart/mixed; boundary=inner-of-message',
        '',
        '--inner-of-message',
        'Content-Disposition: attachment; filename=inside.txt',
        '',
        `${inner}`,
        '--inner-of-message--',
      ),
    );
    return { type: 'message/rfc822', disposition, encoding: '8bit', content };
  });
const leaf = fc.oneof(
  { weight: 5, arbitrary: fc.record({ type: types, disposition: fc.constant('attachment') }) },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant('text/plain'), disposition: fc.constant('inline') }),
  },
);
const { tree } = fc.letrec<{ tree: Tree; node: Tree; leaf: Tree }>((tie) => ({
  tree: fc.record({
    multipart: fc.constantFrom('mixed', 'related'),
    children: fc.array(tie('node'), { minLength: 1, maxLength: 4 }),
  }),
  node: fc.oneof({ maxDepth: 3, depthSize: 'small' }, tie('leaf'), tie('tree')),
  leaf: fc.oneof(
    fc.tuple(leaf, files).map(([a, b]): Leaf => ({ ...a, ...b })),
    attachedMessage,
  ),
}));

/** Writes the message, and collects its leaves in their order. */
function write(part: Tree, leaves: Leaf[], path = 'b=1'): Buffer {
  if ('multipart' in part) {
    const head = `Content-Type: multipart/${part.multipart}; boundary="${path}"\r\n\r\npreamble`;
    const parts = part.children.flatMap((child, index) => [
      Buffer.from(`\r\n--${path}${index % 2 === 0 ? '' : ' '}\r\n`),
      write(child, leaves, `${path}.${index}`),
    ]);
    return Buffer.concat([Buffer.from(head), ...parts, Buffer.from(`\r\n--${path}--\r\nepilogue\r\n`)]);
  }
  leaves.push(part);
  const { type, disposition, encoding, content } = part;
  const name = `; filename="file ${leaves.length}.bin"`;
  const head = [
    `Content-Type: ${type}`,
    ...(disposition === '' ? [] : [`Content-Disposition: ${disposition}${name}`]),
    `Content-Transfer-Encoding: ${encoding}`,
    '',
    '',
  ];
  return Buffer.concat([Buffer.from(head.join('\r\n')), encoded(encoding, content)]);
}

function encoded(encoding: string, content: Buffer): Buffer {
  if (encoding === 'base64')
    return Buffer.from(content.toString('base64').replaceAll(/.{76}(?=.)/g, '$&\r\n'));
  if (encoding !== 'quoted-printable') return content;
  const escaped = (byte: number) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  const all = content.toString('latin1').split('\r\n');
  return Buffer.from(
    all
      .map((line) =>
        [...line]
          .map((letter, at) =>
            /[!-<>-~]/.test(letter) || (letter === ' ' && at < line.length - 1)
              ? letter
              : escaped(letter.charCodeAt(0)),
          )
          .join('')
          .replaceAll(/(?:=..|[^=]){60,70}(?=.)/g, '$&=\r\n'),
      )
      .join('\r\n'),
  );
}

it('decodes attachments in the memory of the message, beside texts that are not touched', () => {
  const base64 = (text: string) => lines('', Buffer.from(text).toString('base64'), '');
  const message = Buffer.from(
    lines(
      'Content-Type: multipart/mixed; boundary=b',
      '',
      `--b\r\nContent-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n${base64('one'.repeat(40))}`,
      '--b\r\nContent-Type: text/plain; charset=iso-8859-1\r\n\r\nA text.',
      `--b\r\nContent-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n${base64('two'.repeat(40))}`,
      '--b--',
    ),
  );
  const { fields, files } = parse(message);
  expect(files.map(({ bytes }) => Buffer.from(bytes).toString())).toEqual([
    'one'.repeat(40),
    'two'.repeat(40),
  ]);
  expect(files.every(({ bytes }) => bytes.buffer === message.buffer)).toBe(true);
  expect(fields.text).toMatchObject({ charset: 'iso-8859-1' });
  expect(Buffer.from((fields.text as { bytes: Uint8Array }).bytes).toString()).toBe('A text.');
});

it('joins texts of the same charset, all of them', () => {
  const part = (text: string) => `--b\r\nContent-Type: text/plain; charset=iso-8859-1\r\n\r\n${text}`;
  for (const texts of [['Gr\xfc\xdfe'], ['Gr\xfc\xdfe', 'aus K\xf6ln'], ['eins', 'zwei', 'drei']]) {
    const { fields } = parse(
      lines('Content-Type: multipart/mixed; boundary=b', '', ...texts.map(part), '--b--'),
    );
    const text = fields.text as string | { bytes: Uint8Array };
    const read = typeof text === 'string' ? text : Buffer.from(text.bytes).toString('latin1');
    expect(read).toBe(texts.join('\n'));
  }
});

describe('a generated message', () => {
  it('has attachments that are byte for byte what was sent', () => {
    fc.assert(
      fc.property(tree, (part) => {
        const leaves: Leaf[] = [];
        const message = Buffer.concat([Buffer.from('Subject: Generated\r\n'), write(part, leaves)]);
        const { files: found, fields } = parse(message);
        expect(found.map(({ bytes }) => hashOf(bytes))).toEqual(leaves.map(({ content }) => hashOf(content)));
        expect(found.map(({ type }) => type)).toEqual(leaves.map(({ type }) => type));
        expect(fields.attachments).toBe(String(leaves.length));
      }),
      { numRuns: 500 },
    );
  }, 60_000);

  it('has the same attachments when a common library has written it', async () => {
    const part = fc.record({ content: fc.oneof(binary, eightBit), type: types, filename: fc.string() });
    await fc.assert(
      fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 5 }), fc.string(), async (all, text) => {
        const root = new MimeNode('multipart/mixed');
        root.setHeader({ subject: 'Written', from: 'a@b.test' });
        root.createChild('text/plain').setContent(text);
        for (const { content, type, filename } of all) {
          const child = root.createChild(type, { filename: `${filename}.bin` });
          child.setHeader('Content-Transfer-Encoding', 'base64');
          child.setContent(content);
        }
        const { files: found, fields } = parse(await root.build());
        expect(found.map(({ bytes }) => hashOf(bytes))).toEqual(all.map(({ content }) => hashOf(content)));
        expect(fields.text ?? '').toBe(text.replaceAll(/\r\n|\r/g, '\n'));
      }),
      { numRuns: 200 },
    );
  }, 60_000);
});

describe('the parts of a message', () => {
  const rfc822 = (...head: string[]) =>
    lines(
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      '',
      'See the message.',
      '--b',
      'Content-Type: message/rfc822',
      ...head,
      '',
      'Subject: Inner',
      '',
      'inside',
      '--b--',
    );
  it.each([[], ['Content-Disposition: inline'], ['Content-Disposition: attachment']])(
    'an attached message is an attachment, with %j',
    (...head) => {
      const { fields, files: found } = parse(rfc822(...head.flat()));
      expect(fields.text).toBe('See the message.');
      expect(found.map(({ type, bytes }) => [type, Buffer.from(bytes).toString()])).toEqual([
        ['message/rfc822', 'Subject: Inner\r\n\r\ninside'],
      ]);
    },
  );

  it('a message without headers has its text in text', () => {
    expect(textOf('Hello there,\r\nthis is all.\r\n')).toBe('Hello there,\nthis is all.\n');
    expect(textOf('\r\nOnly a body')).toBe('Only a body');
  });

  it('a header section ends where a line is no field', () => {
    const { fields } = parse('Subject: One\r\nNo field at all\r\nSecond line');
    expect([fields.subject, fields.text]).toEqual(['One', 'No field at all\nSecond line']);
  });

  it('a multipart whose boundary does not occur is text', () => {
    expect(textOf('Content-Type: multipart/mixed; boundary=b\r\n\r\nlost?')).toBe('lost?');
    expect(textOf('Content-Type: multipart/mixed\r\n\r\nlost?')).toBe('lost?');
  });

  it('the only part is the text of the message, also with a file name', () => {
    expect(textOf('Content-Type: text/plain; name=note.txt\r\n\r\nx')).toBe('x');
  });

  it('a message that was cut off keeps its last part', () => {
    const { files: found } = parse(
      lines(
        ...['Content-Type: multipart/mixed; boundary=b', '', '--b', 'Content-Type: image/png', ''],
        ...['cut'],
      ),
    );
    expect(found.map(({ bytes }) => Buffer.from(bytes).toString())).toEqual(['cut']);
  });

  it('file names are decoded in every usual form', () => {
    const named = (disposition: string) => {
      const [file] = parse(lines(`Content-Disposition: attachment; ${disposition}`, '', 'x')).files;
      return file?.filename;
    };
    expect(named('filename="a \\"b\\".txt"')).toBe('a "b".txt');
    expect(named("filename=plain.txt; filename*=UTF-8''gr%C3%BC%C3%9Fe.txt")).toBe('grüße.txt');
    expect(named('filename*0*=iso-8859-1\'de\'gr%FC; filename*1="e; 2.txt"')).toBe('grüe; 2.txt');
    expect(named('filename="=?utf-8?B?w7w=?=.txt"')).toBe('ü.txt');
    expect(named('filename=(a comment)"b.txt"')).toBe('b.txt');
    expect(named('filename="a\r\n\tb.txt"')).toBe('a b.txt');
  });

  it('a hundred thousand parameters of one name are no more work than as many others', () => {
    const header = `Content-Type: text/plain${'; a*1=b'.repeat(100_000)}; charset=utf-8`;
    expect(parse(`${header}\r\n\r\nHello`).fields.text).toBe('Hello');
  });
});

describe('the parts of multiparts in each other', () => {
  const contents = (...all: string[]) =>
    parse(lines(...all)).files.map(({ bytes }) => Buffer.from(bytes).toString());
  const file = (text: string) => lines('Content-Type: image/png', '', text);
  const multipart = (boundary: string) => `Content-Type: multipart/mixed; boundary="${boundary}"\r\n`;

  it('end with the part around them', () => {
    const inner = [multipart('i'), '--i', file('one'), '--i', file('two')];
    expect(contents(multipart('o'), '--o', ...inner, '--o', file('three'), '--i', '--o--')).toEqual([
      ...['one', 'two', 'three\r\n--i'],
    ]);
  });

  it('are those of the outer one where a line could be of two', () => {
    const inner = [multipart('b--'), '--b--', file('lost')];
    expect(contents(multipart('b'), '--b', file('one'), '--b', ...inner)).toEqual(['one']);
    const nested = [multipart('b'), '--b', file('two'), '--b--', file('three')];
    expect(contents(multipart('b--'), '--b--', ...nested)).toEqual(['two', 'three']);
  });

  it('are none of one that has the boundary of the part around it', () => {
    const inner = lines(multipart('b'), 'text', '--b');
    expect(contents(multipart('b'), '--b', inner, file('one'), '--b--')).toEqual(['one']);
  });

  it('may have boundaries that look like fields, and like ends', () => {
    const inner = [multipart('--'), '----', file('one'), '------'];
    expect(contents(multipart('a:b'), '--a:b \t', ...inner, '--a:b', file('two'), '--a:b--')).toEqual([
      ...['one', 'two'],
    ]);
  });
});

describe('what is more than is parsed', () => {
  const { headerFields, parts, parameters, fieldLength, depth } = mimeLimits;
  const fileOf = (header: string) => parse(`${header}\r\n\r\nx`).files[0]?.filename;

  it.each([
    ['fields', `${'A:\n'.repeat(headerFields + 1)}\nx`, 'too many header fields'],
    ['bytes of headers', `A: ${'x'.repeat(mimeLimits.headerBytes)}\n\nx`, 'too long'],
    [
      'parts',
      `Content-Type: multipart/mixed; boundary=b\n\n${'--b\n'.repeat(parts)}`,
      `more than ${parts} parts`,
    ],
    [
      'levels',
      Array.from(
        { length: depth + 1 },
        (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\n\n--b${n}\n`,
      ).join(''),
      `deeper than ${depth} levels`,
    ],
  ])('of %s is refused', (_, message, problem) => {
    expect(() => parse(message)).toThrow(problem);
  });

  it('of parameters is left out', () => {
    const disposition = (count: number) =>
      `Content-Disposition: attachment${'; a=b'.repeat(count)}; filename=last.txt`;
    expect(fileOf(disposition(parameters - 1))).toBe('last.txt');
    expect(fileOf(disposition(parameters))).toBe('attachment1');
  });

  it('of a field is left out: whole addresses, parameters and words', () => {
    const posted = String(parse(`To: ${'someone@somewhere.test, '.repeat(9_000)}\r\n\r\nx`).fields.to);
    expect(new Set(posted.split(', '))).toEqual(new Set(['someone@somewhere.test']));
    expect(posted.length).toBeGreaterThan(fieldLength * 0.99);
    expect(posted.length).toBeLessThanOrEqual(fieldLength);
    expect(fileOf(`Content-Disposition: attachment; a=${'x'.repeat(fieldLength)}; filename=a.txt`)).toBe(
      'attachment1',
    );
    expect(String(parse(`Subject: ${'x'.repeat(2 * fieldLength)}\r\n\r\nx`).fields.subject)).toHaveLength(
      fieldLength,
    );
  });

  it('of encoded words next to each other is none: all are decoded, also those that share a character', () => {
    const words = Array.from({ length: 350 }, () => '=?Utf-8?Q?=C3=A4?=');
    const subject = [...words, '=?utf-8?Q?=C3?=', '=?utf-8?Q?=B6?='].join(' ');
    expect(parse(`Subject: ${subject}\r\n\r\nx`).fields.subject).toBe(`${'ä'.repeat(350)}ö`);
    expect(parse('Subject: =?X?y =?utf-8?Q?=C3=A4?=\r\n\r\nx').fields.subject).toBe('=?X?y ä');
  });
});

describe('parameters', () => {
  const named = (disposition: string) =>
    parse(`Content-Disposition: attachment; ${disposition}\r\n\r\nx`).files[0]?.filename;
  it.each([
    ['filename="a;b\\\\"; x="c"', 'a;b\\'],
    ['filename="never closed; x=y', 'never closed; x=y'],
    ['filename="ends with a backslash\\', 'ends with a backslash'],
    ['x="\\";filename=no";filename=a', 'a'],
    ["filename*=utf-8''%41%4%zz%C3%A4%", 'A%4%zzä%'],
    ["filename*0*=UTF-8''%C3; filename*1*=%A4; filename*1=twice", 'ä'],
    ["filename*=x-unknown''%E4", 'ä'],
    ['filename=first.txt; FILENAME=second.txt', 'first.txt'],
    ['(a (nested) comment) filename=(x)"b"(y)', 'b'],
    ['filename=unclosed(comment', 'unclosed(comment'],
  ])('%s', (written, name) => {
    expect(named(written)).toBe(name);
  });
});

describe('texts', () => {
  const latin = (head: string, body = 'Gr\xfc\xdfe') => `${head}\r\n\r\n${body}`;

  it('keep the charset of their part, which charsets and the form name', () => {
    const message = latin('Content-Type: text/plain; charset=ISO-8859-1');
    expect(textOf(message)).toEqual({
      bytes: Buffer.from('Gr\xfc\xdfe', 'latin1'),
      charset: 'ISO-8859-1',
    });
    expect(charsetsOf(message)).toEqual({
      ...{ to: 'UTF-8', from: 'UTF-8', subject: 'UTF-8', cc: 'UTF-8', text: 'ISO-8859-1' },
    });
  });

  it('without a charset are decoded as UTF-8, or else as windows-1252', () => {
    expect(textOf(latin('Subject: x'))).toBe('Grüße');
    expect(textOf(latin('Subject: x', '\x93quoted\x94 \x80'))).toBe('“quoted” €');
    expect(textOf(latin('Subject: x', 'Gr\xc3\xbc\xc3\x9fe'))).toBe('Grüße');
    expect(textOf(latin('Content-Type: text/plain; charset=us-ascii'))).toBe('Grüße');
    expect(charsetsOf(latin('Subject: x'))).toMatchObject({ text: 'UTF-8' });
  });

  it('headers with undeclared bytes are decoded the same', () => {
    expect(parse('Subject: Gr\xfc\xdfe\r\n\r\nx').fields.subject).toBe('Grüße');
    expect(parse('Subject: Gr\xc3\xbc\xc3\x9fe\r\n\r\nx').fields.subject).toBe('Grüße');
  });

  it('a subject never has a line break', () => {
    const subjects = ['=?utf-8?Q?a=0D=0Ab?=', '=?utf-8?Q?a=E2=80=A8b?=', 'a\r\n b', 'a\r\n\tb'];
    for (const subject of subjects) {
      expect(parse(`Subject: ${subject}\r\n\r\nx`).fields.subject).toBe('a b');
    }
  });

  it('raw messages are posted unchanged, with their spam score where it is asked for', () => {
    const gtube = 'XJS*C4JDBQADN1.NSBN3*2IDNEN*GTUBE-STANDARD-ANTI-UBE-TEST-EMAIL*C.34X';
    const bytes = Buffer.from(`Subject: x\r\n\r\n${gtube}`);
    const { fields } = rawForm(bytes, { ...options, scoresSpam: true });
    expect(fields.email).toBe(bytes);
    expect(Number(fields.spam_score)).toBeGreaterThanOrEqual(1000);
    expect(fields.spam_report).toContain('GTUBE');
  });
});

it.each([
  ['"Doe, Jane" <jane@a.test>', '"Doe, Jane" <jane@a.test>'],
  ['jane@a.test (Jane)', 'jane@a.test (Jane)'],
  ['Jane\r\n <jane@a.test>', 'Jane <jane@a.test>'],
  ['a@a.test, b@b.test', 'a@a.test, b@b.test'],
  ['=?utf-8?Q?J=C3=A4ne?= <jane@a.test>', '"J\u00e4ne" <jane@a.test>'],
  ['=?utf-8?Q?boss=40b=2Etest=3E=2C?= <jane@a.test>', '"boss@b.test>," <jane@a.test>'],
  ['', 'a@b.test'],
])('posts the sender %j as it is written', (written, posted) => {
  expect(parse(`From: ${written}\r\n\r\nText`).fields.from).toBe(posted);
});
