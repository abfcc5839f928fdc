/** Messages as programs send them, and mutations of them: the same seed gives the same ones. */

import fc from 'fast-check';
import iconv from 'iconv-lite';

export type MutatedMessage = {
  bytes: Buffer;
  /** What was done to it, in order. */
  mutations: readonly string[];
};

/** So many messages of that seed. */
export function mutatedMessages(seed: number, count: number): MutatedMessage[] {
  return fc.sample(mutated, { seed, numRuns: count });
}

/** Characters that the charsets have, by their label. */
const texts: readonly [charset: string, text: string][] = [
  ['us-ascii', 'Hello there,\r\n\r\n-- \r\nthe shop = 1 < 2'],
  ['utf-8', 'Grüße aus Köln, Привет 😀\r\nzweite Zeile = 2'],
  ['UTF-8', 'naïve café\r\n.dot\r\nFrom here'],
  ['iso-8859-1', 'Grüße aus Köln\r\nzweite Zeile'],
  ['ISO-8859-15', 'Preis: 5 €\r\n'],
  ['windows-1252', '“Anführung” – 5 €'],
  ['windows-1251', 'Привет из Москвы\r\nвторая строка'],
  ['koi8-r', 'Привет из Москвы'],
  ['shift_jis', 'こんにちは'],
  ['gb18030', '你好，世界'],
  ['euc-kr', '안녕하세요'],
  ['big5', '你好'],
  ['iso-8859-2', 'Zażółć gęślą'],
  ['utf-16le', 'Grüße 16'],
];
const text = fc.constantFrom(...texts);

const quotedByte = (byte: number) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`;

function quotedPrintable(bytes: Buffer): string {
  const lines = bytes.toString('latin1').split('\r\n');
  const encoded = lines.map((line) =>
    line.replaceAll(/[^!-<>-~ ]| $/g, (letter) => quotedByte(letter.charCodeAt(0))),
  );
  return encoded.map((line) => line.replaceAll(/(?:=..|[^=]){60,70}(?=.)/g, '$&=\r\n')).join('\r\n');
}

const wrapped = (bytes: Buffer, columns: number) =>
  bytes.toString('base64').replaceAll(new RegExp(`.{${columns}}(?=.)`, 'g'), '$&\r\n');

/** Ways to write bytes, each with the field that says so. */
const encodings: Readonly<Record<string, (bytes: Buffer) => string>> = {
  'Content-Transfer-Encoding: base64': (bytes) => wrapped(bytes, 76),
  'Content-Transfer-Encoding: BASE64': (bytes) => wrapped(bytes, 60),
  'content-transfer-encoding:base64': (bytes) => bytes.toString('base64'),
  'Content-Transfer-Encoding: quoted-printable': quotedPrintable,
  'Content-Transfer-Encoding: Quoted-Printable': (bytes) =>
    quotedPrintable(bytes).replaceAll(/=[0-9A-F]{2}/g, (quoted) => quoted.toLowerCase()),
  'Content-Transfer-Encoding: 8bit': (bytes) => bytes.toString('latin1'),
};
const encoding = fc.constantFrom(...Object.keys(encodings));

/** A part: its fields, an empty line, and its body. A character is a byte. */
type Part = string;

const textPart = (subtype: string) =>
  fc.tuple(text, encoding, fc.boolean()).map(([[charset, value], field, isQuoted]): Part => {
    const label = isQuoted ? `"${charset}"` : charset;
    const content = subtype === 'html' ? `<p>${value}</p>` : value;
    return part([`Content-Type: text/${subtype}; charset=${label}`, field], iconv.encode(content, charset));
  });

/** Ways to name a file, all of which occur in mail. */
const dispositions = [
  'attachment; filename=bill.pdf',
  'attachment; filename="a bill.pdf"',
  'ATTACHMENT; FILENAME="BILL.PDF"',
  "attachment; filename*=utf-8''R%C3%A4chnung.pdf",
  'attachment;\r\n filename*0*=iso-8859-1\'\'R%E4ch;\r\n filename*1="nung.pdf"',
  'attachment; filename*0="a long "; filename*1="name.pdf"',
  'attachment; filename="=?utf-8?B?UsOkY2hudW5nLnBkZg==?="',
  'attachment; filename="=?iso-8859-1?Q?R=E4chnung=2Epdf?="',
  'attachment; filename="semi;colon.pdf"; size=3',
  'attachment; filename="quo\\"ted.pdf"',
  'inline; filename=picture.png',
  'attachment',
];
const filePart = fc
  .record({
    type: fc.constantFrom('application/pdf', 'image/png', 'text/csv', 'text/calendar; method=REQUEST'),
    disposition: fc.constantFrom(...dispositions),
    field: fc.constantFrom(...Object.keys(encodings).slice(0, 3)),
    content: fc.uint8Array({ minLength: 1, maxLength: 200 }),
    id: fc.constantFrom([], ['Content-ID: <logo@a.test>']),
  })
  .map(({ type, disposition, field, content, id }) =>
    part(
      [`Content-Type: ${type}`, `Content-Disposition: ${disposition}`, field, ...id],
      Buffer.from(content),
    ),
  );

const attachedMessage = textPart('plain').map((inner) =>
  lines(
    'Content-Type: message/rfc822',
    'Content-Disposition: attachment; filename=m.eml',
    '',
    `Subject: Inner\r\n${inner}`,
  ),
);

function part(fields: readonly string[], content: Buffer): Part {
  const encode = encodings[fields.find((field) => field in encodings) ?? ''];
  return lines(...fields, '', encode?.(content) ?? content.toString('latin1'));
}

const lines = (...all: string[]) => all.join('\r\n');

const boundaries = [
  'b1',
  '=_Part_1',
  '----=_NextPart_000_0001',
  "a'b+c",
  'simple boundary',
  '0000000000001a2b',
];

/** A multipart around parts; `depth` keeps boundaries in each other apart. */
const multipart = (subtype: string, depth: number, ...parts: fc.Arbitrary<Part>[]) =>
  fc.tuple(fc.constantFrom(...boundaries), fc.tuple(...parts)).map(([name, all]): Part => {
    const boundary = `${name}.${depth}`;
    const delimited = all.flatMap((each) => [`--${boundary}`, each]);
    return lines(
      `Content-Type: multipart/${subtype}; boundary="${boundary}"`,
      '',
      ...delimited,
      `--${boundary}--`,
      '',
    );
  });

const namedText = textPart('plain').map((each) =>
  each.replace('\r\n', '; name=note.txt\r\nContent-Disposition: attachment; filename=note.txt\r\n'),
);
const flowed = fc.constant(
  lines(
    'Content-Type: text/plain; charset=utf-8; format=flowed',
    '',
    'A paragraph that \r\ngoes on\r\n\r\nanother',
  ),
);
const namedFile = fc.constant(
  lines(
    ...['Content-Type: text/plain; name=t.txt', 'Content-Disposition: attachment; filename=t.txt'],
    ...['Content-Transfer-Encoding: 7bit', '', 'as it is'],
  ),
);

const [plain, html, calendar] = [textPart('plain'), textPart('html'), textPart('calendar; method=REQUEST')];
const alternative = (depth: number) => multipart('alternative', depth, plain, html);
const body = fc.oneof(
  plain,
  html,
  alternative(0),
  multipart('alternative', 0, plain, html, calendar),
  multipart('mixed', 0, plain, filePart),
  multipart('mixed', 0, plain, filePart, plain),
  multipart('mixed', 0, alternative(1), filePart, filePart),
  multipart('alternative', 0, plain, multipart('related', 1, html, filePart)),
  multipart('mixed', 0, multipart('related', 1, alternative(2), filePart), filePart),
  multipart('mixed', 0, plain, attachedMessage),
  multipart('mixed', 0, plain, namedText, flowed),
  multipart('mixed', 0, html, namedFile, html),
  multipart('mixed', 0, multipart('mixed', 1, multipart('mixed', 2, plain, filePart), filePart), filePart),
  flowed,
  fc.constant('Content-Type: text/plain\r\n\r\n'),
  fc.constant('Content-Type: text\r\n\r\nof no subtype'),
  multipart(
    'digest',
    0,
    textPart('plain').map((inner) => lines('', `Subject: Digested\r\n${inner}`)),
  ),
  multipart('signed; protocol="application/pkcs7-signature"', 0, alternative(1), filePart),
  multipart('report; report-type=delivery-status', 0, plain, attachedMessage),
);

function encodedWord(charset: string, value: string, isBase64: boolean): string {
  const bytes = iconv.encode(value, charset);
  const content = isBase64
    ? bytes.toString('base64')
    : [...bytes.toString('latin1')]
        .map((letter) => (/\w/.test(letter) ? letter : quotedByte(letter.charCodeAt(0))))
        .join('');
  return `=?${charset}?${isBase64 ? 'B' : 'Q'}?${content}?=`;
}
const word = fc.tuple(text, fc.boolean()).map(([[charset, value], isBase64]) => {
  return encodedWord(charset, value.split(/[\s,]/)[0] ?? '', isBase64);
});
const subject = fc.oneof(
  fc.constantFrom('Order 7', 'Re: [list] a: b', '', 'a "quoted" word', 'with  two blanks'),
  word,
  fc.tuple(word, word).map((both) => both.join('\r\n ')),
  fc.tuple(word, word).map((both) => both.join('')),
  fc.constantFrom(
    'Gr\xc3\xbc\xc3\x9fe',
    'Gr\xfc\xdfe',
    '=?utf-8?Q?Gr=C3?= =?utf-8?Q?=BC=C3=9Fe?=',
    '=?utf-8?Q?not ended',
    '=?x?Q?a_b?=',
  ),
  word.map((each) => `Re: ${each} (7)`),
);
const mailbox = fc.oneof(
  fc.constantFrom(
    'ada@s.test',
    '<ada@s.test>',
    'Ada Lovelace <ada@s.test>',
    '"Lovelace, Ada" <Ada.L+x@S.test>',
    'Ada\r\n <ada@s.test>',
    '"Ada \\"Countess\\" L." <ada@s.test>',
    "O'Neil <o'neil@s.test>",
    'ada@s.test (Ada Lovelace)',
    'Ada (the first) <ada@s.test>',
    'Ada.L <ada@s.test>',
    'Ada <"ada l"@s.test>',
    'Ada <ada@[192.0.2.1]>',
    'Gr\xc3\xbc\xc3\x9fe <ada@s.test>',
    'Ada@home <ada@s.test>',
    '"ada@s.test" <ada@s.test>',
  ),
  word.map((each) => `${each} <ada@s.test>`),
);
const mailboxes = fc.oneof(
  mailbox,
  fc.array(mailbox, { minLength: 2, maxLength: 4 }).map((all) => all.join(',\r\n ')),
  fc.constantFrom('undisclosed-recipients:;', 'Team: ada@s.test, Bob <bob@s.test>;'),
);

const whole = fc
  .record({ subject, from: mailbox, to: mailboxes, cc: fc.option(mailboxes), body })
  .map(({ cc, ...each }) =>
    lines(
      'Received: from a.test by b.test; Sat, 28 Nov 2026 00:00:00 +0000',
      `From: ${each.from}`,
      `To: ${each.to}`,
      ...(cc === null ? [] : [`Cc: ${cc}`]),
      `Subject: ${each.subject}`,
      'Message-ID: <1@s.test>',
      'MIME-Version: 1.0',
      each.body,
      '',
    ),
  );

type Mutation = (message: string, at: number) => string;

/** `at` is between 0 and 1: where in the message. */
const mutations: Readonly<Record<string, Mutation>> = {
  'LF line ends': (message) => message.replaceAll('\r\n', '\n'),
  'upper case names of fields': (message) =>
    ofHead(message, (head) => head.replaceAll(/^[\w-]+:/gm, (name) => name.toUpperCase())),
  'blank before a colon': (message) => ofHead(message, (head) => head.replace(/^(Subject|To):/m, '$1 :')),
  'no blank behind colons': (message) => ofHead(message, (head) => head.replaceAll(/^([\w-]+): /gm, '$1:')),
  'folded by tabs': (message) => ofHead(message, (head) => head.replaceAll('\r\n ', '\r\n\t')),
  'folded at parameters': (message) => message.replaceAll(/; (?=boundary|charset|filename)/g, ';\r\n\t'),
  'without MIME-Version': (message) => message.replace('MIME-Version: 1.0\r\n', ''),
  'another Subject behind': (message) => ofHead(message, (head) => `${head}\r\nSubject: Another`),
  'another To behind': (message) => ofHead(message, (head) => `${head}\r\nTo: other@s.test`),
  'another Content-Type behind': (message) => ofHead(message, (head) => `${head}\r\nContent-Type: text/html`),
  'a line without a colon': (message) => ofHead(message, (head) => head.replace(/^To:/m, 'rubbish\r\nTo:')),
  'the separator of a mailbox file': (message) => `From a@b.test Sat Nov 28\r\n${message}`,
  'a byte order mark': (message) => `\xef\xbb\xbf${message}`,
  'parameters twice': (message) => message.replaceAll(/(; charset=[^\s;]+)/g, '$1; charset=koi8-r'),
  'semicolons more': (message) => message.replaceAll(/^(Content-\w+: [^\r\n]*[^;\r\n])$/gm, '$1;'),
  'comments in Content-Type': (message) => message.replaceAll(/^(Content-Type: [\w/]+)/gm, '$1 (a; b)'),
  'types in upper case': (message) =>
    message.replaceAll(/^Content-Type: [\w/]+/gm, (type) => type.toUpperCase()),
  'one boundary for all': (message) => message.replaceAll(/(^--|boundary="?)[^\r\n"]+\.[0-2]/gm, '$1b'),
  'carriage returns alone': (message) => message.replaceAll(/\r\n(?=\w+$)/g, '\r'),
  'a NUL byte': (message, at) => ofLines(message, at, (line) => [`${line}\0`]),
  'boundary without quotes': (message) => message.replaceAll(/boundary="([\w=.-]+)"/g, 'boundary=$1'),
  'blanks behind delimiters': (message) => message.replaceAll(/^(--.*[\w.]-?-?)$/gm, '$1 '),
  'without the last delimiter': (message) => message.replace(/\r\n--[^\r\n]+--\r\n\s*$/, '\r\n'),
  'preamble and epilogue': (message) =>
    message.replace(/\r\n\r\n--/, '\r\n\r\nThis is a message in parts.\r\n--').concat('epilogue\r\n'),
  'charset without its hyphens': (message) => message.replaceAll(/charset="?(utf|iso)-/gi, 'charset="$1'),
  'charset of another name': (message) => message.replaceAll(/charset="?[\w-]+"?/g, 'charset=x-unknown'),
  'no charset': (message) => message.replaceAll(/; charset="?[\w-]+"?/g, ''),
  'encoding with a comment': (message) =>
    message.replaceAll(/^(Content-Transfer-Encoding: [\w-]+)$/gm, '$1 (as is)'),
  'encoding of another name': (message) =>
    message.replace(/(Content-Transfer-Encoding: )[\w-]+/, '$1x-unknown'),
  'without an encoding': (message) => message.replace(/Content-Transfer-Encoding: [\w-]+\r\n/, ''),
  'a line twice': (message, at) => ofLines(message, at, (line) => [line, line]),
  'without a line': (message, at) => ofLines(message, at, () => []),
  'an empty line more': (message, at) => ofLines(message, at, (line) => [line, '']),
  'cut off': (message, at) => message.slice(0, Math.floor(message.length * (0.5 + at / 2))),
  'another byte': (message, at) => {
    const place = Math.floor(message.length * at);
    return message.slice(0, place) + String.fromCharCode(33 + (place % 90)) + message.slice(place + 1);
  },
};

function ofHead(message: string, change: (head: string) => string): string {
  const end = message.indexOf('\r\n\r\n');
  return end === -1 ? message : change(message.slice(0, end)) + message.slice(end);
}

function ofLines(message: string, at: number, change: (line: string) => string[]): string {
  const all = message.split('\r\n');
  const place = Math.floor(all.length * at);
  return all.flatMap((line, index) => (index === place ? change(line) : [line])).join('\r\n');
}

const steps = fc.uniqueArray(
  fc.tuple(fc.constantFrom(...Object.keys(mutations)), fc.double({ min: 0, max: 0.999, noNaN: true })),
  { maxLength: 3, size: 'max', selector: ([name]) => name },
);

const mutated: fc.Arbitrary<MutatedMessage> = fc.tuple(whole, steps).map(([message, all]) => ({
  bytes: Buffer.from(
    all.reduce((so, [name, at]) => mutations[name]?.(so, at) ?? so, message),
    'latin1',
  ),
  mutations: all.map(([name]) => name),
}));
