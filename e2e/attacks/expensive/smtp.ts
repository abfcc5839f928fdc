/** The most expensive that somebody can say to the listener for email, who needs no credentials: commands, and emails of one size. */

import { connect, type Socket } from 'node:net';
import type { Work } from './measure.ts';
import { kinds, textOf } from './texts.ts';

const patienceMs = 30_000;
const crlf = '\r\n';

/** One line of each command that is as long as may be. */
export function* smtpCommands(port: number, bytes: number): Generator<Work> {
  for (const kind of kinds) {
    const text = textOf(kind, bytes).replaceAll(/[\r\n]/g, ' ');
    for (const command of [
      'EHLO ',
      'MAIL FROM:<',
      'MAIL FROM:<a@b.example> ',
      'RCPT TO:<',
      'AUTH PLAIN ',
      '',
    ])
      yield work(port, `SMTP ${command.trim() || 'command'} of ${kind.name}`, [command + text]);
  }
  const many = (line: string) => Array.from({ length: bytes / (line.length + 2) }, () => line);
  for (const line of ['NOOP', 'RSET', 'EHLO a', 'HELP', 'X', '', 'VRFY a', 'MAIL FROM:<a@b.example>'])
    yield work(port, `SMTP many ${line || 'empty lines'}`, many(line));
  yield work(port, 'SMTP many recipients', [
    'MAIL FROM:<a@b.example>',
    ...Array.from({ length: bytes / 24 }, (_, at) => `RCPT TO:<r${at}@b.example>`),
  ]);
}

/** Emails to the hostname whose every part is as long, as deep or as full as fits. */
export function* smtpEmails(port: number, hostname: string, bytes: number): Generator<Work> {
  const envelope = ['MAIL FROM:<a@sender.example>', `RCPT TO:<x@${hostname}>`, 'DATA'];
  for (const [name, lines] of emails(bytes)) {
    const text = lines.join(crlf).replaceAll(/^\./gm, '..');
    yield work(port, `email: ${name}, ${Math.round(bytes / 1024)} kB`, [...envelope, `${text}${crlf}.`]);
  }
}

function* emails(bytes: number): Generator<[string, string[]]> {
  const head = ['From: a@sender.example', 'To: x@reader.example', 'Subject: Hello', 'MIME-Version: 1.0'];
  for (const kind of kinds) {
    const text = textOf(kind, bytes);
    const line = text.replaceAll(/[\r\n\0]/g, ' ');
    const folded = line.replaceAll(/(.{900})/gs, `$1${crlf} `);
    for (const name of ['Subject', 'From', 'To', 'Content-Type', 'Received', 'Authentication-Results'])
      yield [`${name} of ${kind.name}`, [...head, `${name}: ${folded}`, '', 'Hello']];
    yield [
      `text of ${kind.name}`,
      [...head, '', kind.unit.includes('\n') ? text : text.replaceAll(/(.{900})/gs, `$1${crlf}`)],
    ];
    yield [
      `HTML of ${kind.name}`,
      [...head, 'Content-Type: text/html; charset=utf-8', '', text.replaceAll(/(.{900})/gs, `$1${crlf}`)],
    ];
    yield [
      `name of a file of ${kind.name}`,
      [
        ...head,
        `Content-Type: application/pdf; name="${folded}"`,
        `Content-Disposition: attachment; filename="${folded}"`,
        '',
        'x',
      ],
    ];
  }
  const fill = (make: (at: number) => string) => {
    const lines: string[] = [];
    for (let size = 0, at = 0; size < bytes; at += 1) {
      const line = make(at);
      lines.push(line);
      size += line.length + 2;
    }
    return lines;
  };
  yield ['header fields', [...head, ...fill((at) => `X-H${at}: a`), '', 'Hello']];
  yield ['header lines without a name', [...head, ...fill(() => 'nothing'), '', 'Hello']];
  yield ['folded lines', [...head, 'X-A: a', ...fill(() => ' a'), '', 'Hello']];
  const multipart = (boundary: string) => `Content-Type: multipart/mixed; boundary="${boundary}"`;
  yield [
    'parts',
    [
      ...head,
      multipart('x'),
      '',
      ...fill((at) => `--x${crlf}Content-Disposition: attachment; filename=${at}${crlf}${crlf}a`),
      '--x--',
    ],
  ];
  yield [
    'parts in parts',
    [
      ...head,
      multipart('b0'),
      '',
      ...fill((at) => `--b${at}${crlf}Content-Type: multipart/mixed; boundary="b${at + 1}"${crlf}`),
    ],
  ];
  yield [
    'emails in emails',
    [...head, 'Content-Type: message/rfc822', '', ...fill(() => `Content-Type: message/rfc822${crlf}`)],
  ];
  yield [
    'a boundary that is nearly there',
    [...head, multipart('x'.repeat(60)), '', ...fill(() => `--${'x'.repeat(59)}`)],
  ];
  for (const encoding of ['base64', 'quoted-printable', 'uuencode', 'x-unknown'])
    yield [
      encoding,
      [
        ...head,
        `Content-Transfer-Encoding: ${encoding}`,
        '',
        ...fill(() => (encoding === 'base64' ? 'QUJD'.repeat(19) : '=41'.repeat(25))),
      ],
    ];
  for (const charset of ['utf-7', 'utf-16', 'iso-2022-jp', 'gb18030', 'shift_jis', 'x-unknown'])
    yield [
      `charset ${charset}`,
      [
        ...head,
        `Content-Type: text/plain; charset=${charset}`,
        '',
        ...fill(() => '+AOk-\u001b$B%F%9%H\u001b(B'),
      ],
    ];
  const report = 'Content-Type: multipart/report; report-type=delivery-status; boundary=r';
  yield [
    'recipients of a report',
    [
      ...head,
      report,
      '',
      `--r${crlf}Content-Type: message/delivery-status${crlf}`,
      ...fill(
        (at) => `${crlf}Final-Recipient: rfc822; a${at}@b.example${crlf}Action: failed${crlf}Status: 5.1.1`,
      ),
      '--r--',
    ],
  ];
  yield ['quoted lines', [...head, '', ...fill(() => '> > > > a')]];
  yield ['tables in HTML', [...head, 'Content-Type: text/html', '', ...fill(() => '<table><tr><td>')]];
  yield [
    'styles in HTML',
    [...head, 'Content-Type: text/html', '', '<style>', ...fill((at) => `.a${at} > * {a:b}`)],
  ];
}

function work(port: number, name: string, lines: readonly string[]): Work {
  return { name, run: () => say(port, lines) };
}

/** Says the lines one after the other, as soon as each is answered, and gives the last answer's code. */
async function say(port: number, lines: readonly string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.setTimeout(patienceMs, () => socket.destroy());
  try {
    const answers = answersOf(socket);
    let code = (await answers.next()).value ?? 'closed';
    for (const line of ['EHLO sender.example', ...lines]) {
      socket.write(line + crlf);
      const { value, done } = await answers.next();
      if (done === true) return code;
      code = value;
      if (line === 'DATA' && !code.startsWith('3')) return `DATA ${code}`;
    }
    return code;
  } catch {
    return 'closed';
  } finally {
    socket.destroy();
  }
}

/** The code of each answer, of several lines once. */
async function* answersOf(socket: Socket): AsyncGenerator<string, undefined> {
  let text = '';
  for await (const piece of socket) {
    text += piece;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n')) {
      const line = text.slice(0, end);
      text = text.slice(end + 1);
      if (/^\d{3} /.test(line)) yield `SMTP ${line.slice(0, 3)}`;
    }
  }
  return undefined;
}
