/** Compressed responses: which, how, and of which routes none are. */

import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paths } from '#api/paths.ts';
import { emptyDefinition } from '#flow/definition.ts';
import { openTestServer, type TestServer } from '../../testing/server.ts';
import { encodingFor } from './compression.ts';

let server: TestServer;
let flow: string;

beforeAll(async () => {
  server = await openTestServer();
  const definition = { ...emptyDefinition(), description: 'long '.repeat(1000) };
  const form = { FriendlyName: 'F', Status: 'draft', Definition: JSON.stringify(definition) };
  flow = (await server.send({ url: '/v2/Flows', form })).json().sid;
});
afterAll(() => server.close());

const get = (url: string, accepted = 'gzip, deflate, br, zstd') =>
  server.send({ url, headers: { 'accept-encoding': accepted } });

describe('a response', () => {
  it.each([
    ['br, gzip', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['gzip;q=1, br;q=0.5', 'gzip', gunzipSync],
  ])('to a client that accepts %s is compressed as %s', async (accepted, encoding, decompress) => {
    const plain = await get(`/v2/Flows/${flow}`, 'identity');
    const { headers, rawPayload } = await get(`/v2/Flows/${flow}`, accepted);
    expect(headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' });
    expect(headers['content-length']).toBe(String(rawPayload.length));
    expect(rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
    expect(decompress(rawPayload).toString()).toBe(plain.body);
  });

  it('is sent as it is where the client does not ask for another, or it is under 1 kB', async () => {
    for (const accepted of ['identity', 'br;q=0, gzip;q=0', 'zstd'])
      expect((await get(`/v2/Flows/${flow}`, accepted)).headers['content-encoding']).toBeUndefined();
    expect((await get(`/v1/FlowStarts`)).headers['content-encoding']).toBeUndefined();
  });

  it('to HEAD has no body', async () => {
    const headers = { 'accept-encoding': 'br' };
    const { body } = await server.send({ method: 'HEAD', url: `/v2/Flows/${flow}`, headers });
    expect(body).toBe('');
  });

  it('is sent as it is where too much is compressed at once', async () => {
    const all = await Promise.all(Array.from({ length: 100 }, () => get('/openapi.json')));
    const encodings = new Set(all.map(({ headers }) => headers['content-encoding']));
    expect(all.map(({ statusCode }) => statusCode)).toEqual(all.map(() => 200));
    expect([...encodings].sort()).toEqual(['br', undefined]);
  });
});

it.each([paths.openapi, paths.definitionSchema, paths.docs])('compresses the document %s', async (url) => {
  expect((await get(url)).headers['content-encoding']).toBe('br');
});

describe('a route whose response may have credentials or text from outside of the account', () => {
  it.each([
    '/session',
    '/v1/Accounts',
    '/v1/ApiKeys',
    '/v1/Executions',
    '/v1/Tasks',
    '/v1/Carriers',
    '/v1/Sinks',
    '/v1/Carrier/Messages',
    '/v1/Mail/Inbound',
    '/v1/Mail/Outbound',
    '/v1/Services/Endpoints',
    '/v1/Jobs',
    '/v3/api_keys',
  ])('compresses nothing: %s', async (url) => {
    const { statusCode, headers } = await get(url);
    expect(statusCode).toBeLessThan(500);
    // Every response of a route that compresses names what it depends on, however small it is.
    expect(headers.vary).toBeUndefined();
  });

  it('compresses nothing: the context of an execution', async () => {
    const form = { To: '+491711234567', From: '+4930123456', Parameters: `{"text":"${'x'.repeat(2000)}"}` };
    await server.send({ url: `/v2/Flows/${flow}`, form: { Status: 'published' } });
    const { sid } = (await server.send({ url: `/v2/Flows/${flow}/Executions`, form })).json();
    const { statusCode, headers, rawPayload } = await get(`/v2/Flows/${flow}/Executions/${sid}/Context`);
    expect(statusCode).toBe(200);
    expect(rawPayload.length).toBeGreaterThan(2000);
    expect(headers['content-encoding']).toBeUndefined();
  });
});

it.each([
  [undefined, null],
  ['', null],
  ['*', 'br'],
  ['*;q=0', null],
  ['gzip, *;q=0', 'gzip'],
  ['GZIP , BR ; q=0.8', 'gzip'],
  ['br;q=nonsense, gzip', 'gzip'],
  ['gzip;q=0.5, br;q=0.5', 'br'],
])('reads the header %s as %s', (accepted, encoding) => {
  expect(encodingFor(accepted)).toBe(encoding);
});
