import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { onUnauthorized, RequestError, request } from './request.ts';

type Handler = (request: IncomingMessage, body: string, response: ServerResponse) => void;

let running: Server | null = null;

/** A server of its own for each test; gives its address. */
async function serve(handler: Handler): Promise<string> {
  const server = createServer(async (incoming, response) => {
    let body = '';
    for await (const part of incoming) body += String(part);
    handler(incoming, body, response);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  running = server;
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

afterEach(() => {
  onUnauthorized(null);
  running?.close();
  running = null;
});

const failureOf = (promise: Promise<unknown>) =>
  promise.then(() => null).catch((failure: unknown) => failure);

describe('a request', () => {
  it('reads JSON and sends the query without undefined parameters', async () => {
    const base = await serve((incoming, _, response) => response.end(JSON.stringify({ url: incoming.url })));
    const result = await request(`${base}/list`, { query: { status: 'active', PageSize: 50, q: undefined } });
    expect(result).toEqual({ url: '/list?status=active&PageSize=50' });
  });

  it('sends a form, lists as the field repeated', async () => {
    const base = await serve((incoming, body, response) =>
      response.end(JSON.stringify({ method: incoming.method, type: incoming.headers['content-type'], body })),
    );
    const result = await request(base, { form: { TestUsers: ['a', 'b c'], Left: undefined, One: '' } });
    expect(result).toMatchObject({ method: 'POST', body: 'TestUsers=a&TestUsers=b+c&One=' });
    expect(result).toHaveProperty('type', expect.stringContaining('application/x-www-form-urlencoded'));
  });

  it('gives undefined for an empty body', async () => {
    const base = await serve((_, __, response) => response.writeHead(204).end());
    expect(await request(base, { method: 'DELETE' })).toBeUndefined();
  });

  it('turns a problem into an error that carries its code and details', async () => {
    const problem = { code: 20409, message: 'busy', status: 409, more_info: '', details: { sid: 'FN1' } };
    const base = await serve((_, __, response) => response.writeHead(409).end(JSON.stringify(problem)));
    const failure = await failureOf(request(base));
    expect(failure).toBeInstanceOf(RequestError);
    expect(failure).toMatchObject({ message: 'busy', status: 409, code: 20409, details: { sid: 'FN1' } });
  });

  it('turns a response that is not a problem document into an error with its status', async () => {
    const base = await serve((_, __, response) => response.writeHead(502).end('<h1>no</h1>'));
    expect(await failureOf(request(base))).toMatchObject({ status: 502, code: 0, message: 'Bad Gateway' });
  });

  it('has status 0 when there is no response', async () => {
    const base = await serve((incoming) => incoming.socket.destroy());
    expect(await failureOf(request(base))).toMatchObject({ name: 'RequestError', status: 0 });
  });

  it('rejects a response that is not JSON', async () => {
    const base = await serve((_, __, response) => response.end('{"half":'));
    expect(await failureOf(request(base))).toBeInstanceOf(RequestError);
  });

  it('reports each 401, except on anonymous requests', async () => {
    let lost = 0;
    onUnauthorized(() => {
      lost += 1;
    });
    const base = await serve((_, __, response) => response.writeHead(401).end('{"message":"Authenticate"}'));
    await failureOf(request(base));
    await failureOf(request(base, { anonymous: true }));
    expect(lost).toBe(1);
  });

  it('rejects with AbortError when it was aborted', async () => {
    const base = await serve(() => {});
    const controller = new AbortController();
    const result = failureOf(request(base, { signal: controller.signal }));
    controller.abort();
    expect(await result).toHaveProperty('name', 'AbortError');
    running?.closeAllConnections();
  });
});
