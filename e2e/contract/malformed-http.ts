/** What is no HTTP, or barely: written to the socket as it is. */

import { connect } from 'node:net';

export type MalformedResult = { name: string; fault: string | null };

const host = 'Host: 127.0.0.1\r\n';
const end = '\r\n';

const writings: Record<string, string | Buffer> = {
  words: 'hello\r\n\r\n',
  bytes: Buffer.from([0, 1, 2, 255, 254, 13, 10, 13, 10]),
  'a TLS greeting': Buffer.from('16030100a5010000a10303', 'hex'),
  'an unknown method': `BREW /v2/Flows HTTP/1.1\r\n${host}${end}`,
  'an unknown version': `GET /v2/Flows HTTP/9.9\r\n${host}${end}`,
  'no host': `GET /healthz HTTP/1.1\r\n${end}`,
  'a space in the path': `GET /v2/Fl ows HTTP/1.1\r\n${host}${end}`,
  'a NUL in the path': `GET /v2/Flows\0 HTTP/1.1\r\n${host}${end}`,
  'bytes in the path': Buffer.concat([
    Buffer.from('GET /v2/'),
    Buffer.from([0xff, 0xc0]),
    Buffer.from(` HTTP/1.1\r\n${host}${end}`),
  ]),
  'a broken escape in the path': `GET /v2/Flows/%zz HTTP/1.1\r\n${host}${end}`,
  'an absolute address': `GET http://elsewhere.example/v2/Flows HTTP/1.1\r\n${host}${end}`,
  'an odd host': `GET /v2/Flows HTTP/1.1\r\nHost: a b"<>\r\n${end}`,
  'two hosts': `GET /healthz HTTP/1.1\r\n${host}Host: elsewhere.example\r\n${end}`,
  'a header without a colon': `GET /healthz HTTP/1.1\r\n${host}nonsense\r\n${end}`,
  'a header with a NUL': `GET /healthz HTTP/1.1\r\n${host}X: a\0b\r\n${end}`,
  'a head of 100 kB': `GET /healthz HTTP/1.1\r\n${host}X: ${'x'.repeat(100_000)}\r\n${end}`,
  '3000 headers': `GET /healthz HTTP/1.1\r\n${host}${'A: b\r\n'.repeat(3000)}${end}`,
  'two lengths': `POST /v2/Flows HTTP/1.1\r\n${host}Content-Length: 1\r\nContent-Length: 2\r\n${end}ab`,
  'a length and chunks': `POST /v2/Flows HTTP/1.1\r\n${host}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n${end}0\r\n\r\n`,
  'a length below zero': `POST /v2/Flows HTTP/1.1\r\n${host}Content-Length: -1\r\n${end}`,
  'broken chunks': `POST /session HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n${end}zz\r\nabc\r\n`,
  'an upgrade': `GET /v2/Flows HTTP/1.1\r\n${host}Connection: Upgrade\r\nUpgrade: websocket\r\n${end}`,
  'a tunnel': `CONNECT example.org:443 HTTP/1.1\r\n${host}${end}`,
  'the whole server': `OPTIONS * HTTP/1.1\r\n${host}${end}`,
  'an old version': `GET /healthz HTTP/1.0\r\n\r\n`,
  'many requests at once': `GET /healthz HTTP/1.1\r\n${host}${end}`.repeat(200),
};

/** What another party on the way may read as another request (RFC 9112, 3.2). */
const refused: ReadonlySet<string> = new Set(['no host', 'two hosts', 'an odd host']);

/** Writes each to a connection of its own; it may be answered or hung up on, but not with a fault of the server. */
export function sendMalformedHttp(base: string): Promise<MalformedResult[]> {
  return Promise.all(Object.entries(writings).map(([name, bytes]) => writeOne(base, name, bytes)));
}

function writeOne(base: string, name: string, bytes: string | Buffer): Promise<MalformedResult> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve) => {
    let read = '';
    const socket = connect(Number(port), hostname, () => socket.end(bytes));
    socket.setTimeout(15_000, () => {
      socket.destroy();
      resolve({ name, fault: 'neither answered nor hung up on' });
    });
    socket.on('data', (piece) => {
      read += piece.toString('latin1');
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve({ name, fault: faultOf(name, read) }));
  });
}

function faultOf(name: string, read: string): string | null {
  const [, status = '0'] = /^HTTP\/1\.1 (\d+)/.exec(read) ?? [];
  if (refused.has(name) && status !== '400') return `answered ${status} instead of 400`;
  if (Number(status) >= 500) return `answered ${status}`;
  if (Number(status) < 400) return null;
  const [, body = ''] = read.split('\r\n\r\n');
  // Node itself answers a request without a host, with an empty body in chunks.
  return /"code":\d+,"message":"/.test(body) || body === '' || body.startsWith('0')
    ? null
    : `answered ${status} with ${body.slice(0, 80)}`;
}
