/** Messages of about a size that would take a parser longer than their length says: each by what is many in it. */

const filled = (text: string, size: number) => text.repeat(Math.floor(size / text.length));

const begin = 'From: a@b.test\r\nTo: <bounce-reports@mail.test>\r\nMIME-Version: 1.0\r\n';
const report = `${begin}Content-Type: multipart/report; report-type=delivery-status`;
const body = (text: string, boundary = 'b') => `${report}; boundary="${boundary}"\r\n\r\n${text}`;
const part = (type: string, text: string) => body(`--b\r\nContent-Type: ${type}\r\n\r\n${text}\r\n--b--`);
const headers = (text: string) => `${begin}${text}\r\n\r\nHello`;
const encoded = (encoding: string, text: string) =>
  `Content-Type: text/plain\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${text}`;
const signed = (tags: string, more = '') =>
  headers(`DKIM-Signature: v=1; a=rsa-sha256; d=a.test; s=s; bh=x; b=x; ${tags}${more}`);

/** Multiparts in each other, whose boundaries are lines of hyphens. */
const nested = Array.from({ length: 58 }, (_, level) => {
  const inner = '-'.repeat(59 - level);
  return `--${'-'.repeat(60 - level)}\r\nContent-Type: multipart/mixed; boundary="${inner}"\r\n\r\n`;
}).join('');

const messages: Readonly<Record<string, (size: number) => string>> = {
  'a line of hyphens in nested parts': (size) => body(nested + filled('-', size), '-'.repeat(60)),
  'lines of two hyphens in nested parts': (size) => body(nested + filled('--\n', size), '-'.repeat(60)),
  'nested parts without their delimiters': (size) =>
    body(filled('--b\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n', size)),
  'parts that are empty': (size) => body(filled('--b\r\n', size)),
  'lines that begin like a delimiter': (size) => body(filled('--b x\r\n', size)),
  'blanks behind a delimiter': (size) => body(`--b${filled(' ', size)}x`),
  'fields that are empty': (size) => headers(`${filled('A:\r\n', size)}B: c`),
  'lines of one field': (size) => headers(`Subject: a\r\n${filled(' \r\n', size)}B: c`),
  'fields Received': (size) => headers(filled('Received: from a (b [192.0.2.1]) by c; today\r\n', size)),
  'bytes of one field': (size) => headers(`Subject: ${filled('x', size)}`),
  'escapes of one parameter': (size) => `${report}; boundary*=utf-8''${filled('%41', size)}\r\n\r\n--b--`,
  parameters: (size) => `${report}${filled('; a=b', size)}\r\n\r\n--b--`,
  'sections of one parameter': (size) => `${report}${filled('; boundary*0=b', size)}\r\n\r\n--b--`,
  'charsets of parameters': (size) => `${report}${filled(";a*=gb18030''x", size)}\r\n\r\n--b--`,
  'charsets of parts': (size) =>
    body(filled('--b\r\nContent-Type: text/plain; charset=x-odd\r\n\r\n\xe4\r\n', size)),
  'quotation marks behind backslashes': (size) => `${report}; a=${filled('\\"', size)}\\\r\n\r\n--b--`,
  'comments in each other': (size) => `${report}; ${filled('(', size)}\r\n\r\n--b--`,
  'encoded words': (size) => headers(`Subject: ${filled('=?utf-8?B?AAAA?= ', size)}`),
  'beginnings of encoded words': (size) => headers(`Subject: ${filled('=?x?B?', size)}`),
  'encoded words of a name': (size) => headers(`Cc: ${filled('=?utf-8?B?AAAA?= ', size)} <a@b.test>`),
  addresses: (size) => headers(`Cc: ${filled('a@b.test, ', size)}`),
  'groups of addresses in each other': (size) => headers(`Cc: ${filled('a:', size)}`),
  'comments of addresses': (size) => headers(`Cc: a@b.test ${filled('(', size)}`),
  'signs of an address': (size) => headers(`Cc: ${filled('a@', size)}`),
  'blanks of an address': (size) => headers(`Cc: ${filled(' ', size)}@`),
  'empty lines': (size) => `Subject: a\r\n\r\n${filled('\n', size)}`,
  'bytes of one line': (size) => filled('x', size),
  'other characters in base64': (size) => encoded('base64', filled('!', size)),
  'escapes in quoted-printable': (size) => encoded('quoted-printable', filled('=4', size)),
  'blanks in quoted-printable': (size) => encoded('quoted-printable', `${filled(' ', size)}x`),
  'lines in quoted-printable': (size) => encoded('quoted-printable', filled(' =\n', size)),
  'groups of a status': (size) => part('message/delivery-status', filled('a: b\r\n\r\n', size)),
  'fields of a status': (size) => part('message/delivery-status', filled('a: b\r\n', size)),
  'fields of a feedback report': (size) => part('message/feedback-report', filled('a: b\r\n ', size)),
  'fields of the original message': (size) => part('message/rfc822', filled('a: b\r\n', size)),
  'brackets of a Message-ID': (size) => part('message/rfc822', `Message-ID: ${filled('<', size)}`),
  'names that a signature covers': (size) => signed(`h=${filled('a:', size)}`),
  'tags of a signature': (size) => signed(filled('a=b;', size)),
  'lines of signed headers': (size) => signed('h=from', `\r\n${filled(' \r\n', size)}`),
  'lines that are no signed fields': (size) => signed('h=from', `\r\n${filled('x\r\n', size)}`),
  'bad lines among headers': (size) => headers(`${filled(`${'x\r\n'.repeat(15)}X-A: b\r\n`, size)}X-B: c`),
  'bad lines before the text': (size) => headers(`Subject: a\r\n${filled('x\r\n', size)}`),
  'quotation marks without an end around encoded words': (size) =>
    headers(`Cc: =?x?Q?a?= "${filled('\\"', size)}`),
  'encoded words in quotation marks': (size) => headers(`Cc: ${filled('"=?x?Q?a?="', size)}`),
  'lines behind padding': (size) => encoded('base64', `AA==\n${filled('AAAA\n\n', size)}`),
  'padding on each line': (size) => encoded('base64', filled('AA==\n', size)),
  'text behind base64': (size) => encoded('base64', `AA==\n\n${filled('- \n', size)}`),
  'lines of uuencode': (size) => encoded('uuencode', `begin 644 a\n${filled('#8V%T\n', size)}end`),
  'lengths of uuencode': (size) => encoded('x-uue', `begin 644 a\n${filled('_\n', size)}`),
  'lines before uuencode': (size) => encoded('uuencode', filled('begin\n', size)),
  'multiparts with one boundary': (size) =>
    body(filled('--b\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n', size)),
  'ends of multiparts with one boundary': (size) =>
    body(filled('--b\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b--\r\n', size)),
  'parentheses of a boundary': (size) => `${report}; a=x${filled('(', size)}\r\n\r\n--b--`,
  'text in UTF-7': (size) => `Content-Type: text/plain; charset=utf-7\r\n\r\n${filled('+AOk-', size)}`,
  'meta elements of HTML': (size) => `Content-Type: text/html\r\n\r\n${filled('<meta ', size)}\xe4`,
  'reports in each other': (size) => filled('Content-Type: message/rfc822\r\n\r\n', size),
  'fields of a forwarded report': (size) =>
    part('message/rfc822', `${report}; boundary=c\r\n\r\n--c\r\n${filled('a: b\r\n', size)}`),
  signatures: (size) => filled('DKIM-Signature: v=1; a=rsa-sha256; d=a.test; s=s\r\n', size),
};

export const hostileMessages: Readonly<Record<string, (size: number) => Uint8Array>> = Object.fromEntries(
  Object.entries(messages).map(([name, make]) => [name, (size) => Buffer.from(make(size), 'latin1')]),
);
