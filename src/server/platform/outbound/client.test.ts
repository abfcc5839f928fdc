import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAddressGuard, createOutboundAgent } from './address-guard.ts';
import { type OutboundRequest, sendRequest } from './client.ts';
import { post as postBytes } from './post.ts';

const agent = createOutboundAgent(createAddressGuard(['127.0.0.1']));
let origin = '';
let otherOrigin = '';

async function textOf(incoming: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of incoming) text += chunk;
  return text;
}

type Encoded = { encoding?: string; type?: string; size?: number };
const encoders: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  gzip: gzipSync,
  'x-gzip': gzipSync,
  deflate: deflateSync,
  br: brotliCompressSync,
};

const handle = async (incoming: IncomingMessage, response: ServerResponse) => {
  const body = await textOf(incoming);
  const seen = { method: incoming.method, url: incoming.url, headers: incoming.headers, body };
  switch (incoming.url) {
    case '/303':
      return response.writeHead(303, { location: '/echo' }).end();
    case '/307':
      return response.writeHead(307, { location: '/echo' }).end();
    case '/circle':
      return response.writeHead(302, { location: '/circle' }).end();
    case '/large':
      return response.end('x'.repeat(2_000));
    case '/silent':
      return undefined;
    case '/error':
      return response.writeHead(503).end('later');
    case '/cut':
      response.writeHead(200, { 'content-length': '100' });
      response.write('half');
      return response.destroy();
    case '/other-origin':
      return response.writeHead(307, { location: `${otherOrigin}/307` }).end();
    case '/same-origin':
      return response.writeHead(307, { location: `${origin}/307` }).end();
    case '/encoded': {
      const { encoding = '', type = 'text/plain', size } = JSON.parse(body) as Encoded;
      const text = Buffer.from(
        size === undefined ? 'Köln' : 'x'.repeat(size),
        type.includes('1252') ? 'latin1' : 'utf8',
      );
      const encoded = encoding
        .split(',')
        .reduce((bytes, name) => encoders[name.trim()]?.(bytes) ?? bytes, text as Buffer);
      return response.writeHead(200, { 'content-type': type, 'content-encoding': encoding }).end(encoded);
    }
    default:
      return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(seen));
  }
};
const servers = [createServer(handle), createServer(handle)];

beforeAll(async () => {
  for (const each of servers) await new Promise<void>((done) => each.listen(0, '127.0.0.1', done));
  [origin = '', otherOrigin = ''] = servers.map(
    (each) => `http://127.0.0.1:${(each.address() as AddressInfo).port}`,
  );
});
afterAll(async () => {
  await agent.destroy();
  for (const each of servers) {
    each.closeAllConnections();
    each.close();
  }
});

function post(path: string, change: Partial<OutboundRequest> = {}): OutboundRequest {
  return {
    method: 'POST',
    url: origin + path,
    headers: { 'Content-Type': 'text/plain', 'Idempotency-Key': 'FN1:2.http' },
    body: 'hello',
    timeout_ms: 5_000,
    max_bytes: 1_500,
    ...change,
  };
}

async function echoed(wanted: OutboundRequest) {
  const outcome = await sendRequest(agent, wanted);
  if (!outcome.ok) throw new Error(outcome.reason);
  return JSON.parse(outcome.response.body) as {
    method: string;
    body: string;
    headers: Record<string, string>;
  };
}

describe('an outbound request', () => {
  it('sends method, headers and body', async () => {
    expect(await echoed(post('/echo'))).toMatchObject({
      method: 'POST',
      body: 'hello',
      headers: { 'content-type': 'text/plain', 'idempotency-key': 'FN1:2.http' },
    });
  });

  it('sends the user and password of its URL as Basic credentials', async () => {
    const url = `${origin.replace('http://', 'http://ann:p%40ss@')}/echo`;
    const { headers } = await echoed(post('/echo', { url }));
    expect(headers.authorization).toBe(`Basic ${Buffer.from('ann:p@ss').toString('base64')}`);
  });

  it('turns a POST into a GET after 303 and keeps it after 307', async () => {
    expect(await echoed(post('/303'))).toMatchObject({ method: 'GET', body: '' });
    expect(await echoed(post('/307'))).toMatchObject({ method: 'POST', body: 'hello' });
  });

  it('drops custom headers on a redirect to another origin, and keeps them on the same', async () => {
    const headers = { 'Content-Type': 'text/plain', 'X-Api-Key': 'secret', Authorization: 'Bearer secret' };
    const kept = await echoed(post('/same-origin', { headers }));
    expect(kept.headers).toMatchObject({ 'x-api-key': 'secret', authorization: 'Bearer secret' });
    const dropped = await echoed(post('/other-origin', { headers }));
    expect(dropped).toMatchObject({
      method: 'POST',
      body: 'hello',
      headers: { 'content-type': 'text/plain' },
    });
    expect(JSON.stringify(dropped.headers)).not.toContain('secret');
  });

  it('returns an error status as a response', async () => {
    expect(await sendRequest(agent, post('/error'))).toMatchObject({
      ok: true,
      response: { status: 503, body: 'later' },
    });
  });

  it.each([
    ['circles', '/circle', 'More than 5 redirects'],
    ['responds with too much', '/large', 'larger than'],
    ['breaks off', '/cut', ''],
  ])('fails with a reason when the server %s', async (_, path, reason) => {
    expect(await sendRequest(agent, post(path))).toMatchObject({
      ok: false,
      reason: expect.stringContaining(reason),
    });
  });

  it('times out on an unresponsive server', async () => {
    const outcome = await sendRequest(agent, post('/silent', { timeout_ms: 50 }));
    expect(outcome).toEqual({ ok: false, reason: 'No complete response within 0.05 s' });
  });

  it.each([
    ['nonsense', 'is not a URL'],
    ['', 'is not a URL'],
    ['ftp://example.com/', 'is not http or https'],
    ['file:///etc/passwd', 'is not http or https'],
    ['http://a%zz:b@127.0.0.1/', ''],
  ])('refuses the URL "%s"', async (url, reason) => {
    const outcome = await sendRequest(agent, post('', { url }));
    expect(outcome).toMatchObject({ ok: false, reason: expect.stringContaining(reason) });
  });

  it('fails with a reason for a header that no request can carry', async () => {
    expect(await sendRequest(agent, post('/echo', { headers: { 'content-type': 'a\nb' } }))).toMatchObject({
      ok: false,
    });
  });
});

describe('a response', () => {
  const ask = (encoded: Encoded, max_bytes = 1_000) =>
    sendRequest(agent, {
      ...{ method: 'POST', url: `${origin}/encoded`, headers: {}, body: JSON.stringify(encoded) },
      ...{ timeout_ms: 5_000, max_bytes },
    });

  it.each(['gzip', 'x-gzip', 'deflate', 'br', 'gzip, br', 'identity', ''])(
    'encoded as %j is decoded',
    async (encoding) => {
      const outcome = await ask({ encoding });
      expect(outcome).toMatchObject({ ok: true, response: { body: 'Köln' } });
      if (outcome.ok && encoding.includes('g'))
        expect(outcome.response.headers).not.toHaveProperty('content-encoding');
    },
  );

  it.each(['gzip', 'deflate', 'br', 'gzip, gzip'])(
    'encoded as %j is decoded no further than its limit',
    async (encoding) => {
      expect(await ask({ encoding, size: 5_000_000 })).toMatchObject({
        ok: false,
        reason: expect.stringContaining('larger than'),
      });
    },
  );

  it('that is not encoded as it says is a failure, and one whose encoding nobody asked for is as it came', async () => {
    const broken = sendRequest(agent, {
      ...{
        method: 'POST' as const,
        url: `${origin}/encoded`,
        headers: {},
        timeout_ms: 5_000,
        max_bytes: 1_000,
      },
      body: JSON.stringify({ encoding: 'gzip,zz' }),
    });
    expect((await broken).ok).toBe(true);
    expect(await ask({ encoding: 'unknown' })).toMatchObject({ ok: true, response: { body: 'Köln' } });
  });

  it.each([
    'text/plain; charset=windows-1252',
    'text/plain;charset="windows-1252"',
    'application/json; charset=WINDOWS-1252',
    'text/plain; charset=utf-8',
    'text/plain; charset=nobody-knows',
    'text/plain',
  ])('of type %j is read in its charset', async (type) => {
    expect(await ask({ type })).toMatchObject({ ok: true, response: { body: 'Köln' } });
  });
});

it('a request says who sends it and which encodings it takes, unless it says otherwise', async () => {
  const outcome = await sendRequest(agent, {
    ...{ method: 'POST', url: `${origin}/echo`, headers: { 'User-Agent': 'Own' }, body: 'x' },
    ...{ timeout_ms: 5_000, max_bytes: 10_000 },
  });
  const seen = outcome.ok ? (JSON.parse(outcome.response.body) as { headers: Record<string, string> }) : null;
  expect(seen?.headers).toMatchObject({ 'user-agent': 'Own', 'accept-encoding': 'gzip, deflate, br' });
  const posted = await postBytes(agent, {
    ...{ url: `${origin}/echo`, headers: {}, body: new Uint8Array(), timeout_ms: 5_000 },
  });
  const plain = JSON.parse(posted.response) as { headers: Record<string, string> };
  // What it does not decode it does not ask for.
  expect(plain.headers).toMatchObject({
    'user-agent': expect.stringMatching(/^Patchbay\/\d/),
    'accept-encoding': 'identity',
  });
});
