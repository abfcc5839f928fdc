/** Static files and client-side routes of the application. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { routeTable } from '../../routes.ts';
import { openTestServer, type TestServer } from '../../testing/server.ts';
import { buildServer } from './server.ts';

const flow = `/flows/FW${'0123456789abcdef'.repeat(2)}`;
const designer = 'src/app/designer/designer-page.tsx';

let server: TestServer;
let folder: string;
let site: FastifyInstance;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'patchbay-site-'));
  mkdirSync(join(folder, 'assets'));
  mkdirSync(join(folder, '.vite'));
  writeFileSync(
    join(folder, '.vite', 'manifest.json'),
    JSON.stringify({
      'index.html': { file: 'assets/main-abc123.js', imports: ['_shared.js'] },
      '_shared.js': { file: 'assets/shared-1.js' },
      '_cards.js': { file: 'assets/cards-1.js', css: ['assets/cards-1.css'] },
      'src/app/designer/designer.tsx': {
        file: 'assets/canvas-1.js',
        imports: ['_cards.js'],
        css: ['assets/canvas-1.css'],
      },
      'src/app/designer/reading/reading-layout.tsx': { file: 'assets/reading-1.js' },
      [designer]: { file: 'assets/designer-1.js', imports: ['_shared.js', '_cards.js'] },
    }),
  );
  writeFileSync(
    join(folder, 'index.html'),
    `<!doctype html><head><title>The page</title><!-- ${'as long as one '.repeat(80)}--><script src="/theme.js"></script></head>`,
  );
  writeFileSync(join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  writeFileSync(join(folder, 'assets', 'main-abc123.js'), 'export {};');
  writeFileSync(join(folder, 'assets', 'main-abc123.js.br'), brotliCompressSync('export {};'));
  writeFileSync(join(folder, '.hidden'), 'secret');
  server = await openTestServer();
  site = await buildServer(server.ctx, routeTable, { appFolder: folder });
});
afterAll(async () => {
  await site.close();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const get = (url: string, accept = 'text/html,*/*') => site.inject({ url, headers: { accept } });

it.each([
  '/',
  '/flows',
  '/flows/FW1/executions/FN2?step=3',
  '/sign-in',
  '/sign-in?link=used',
  '/settings.html',
])('answers %s with the page, which is revalidated each time', async (url) => {
  const answer = await get(url);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toMatch('text/html');
  expect(answer.headers['cache-control']).toBe('no-cache');
  expect(answer.headers['content-security-policy']).toContain("script-src 'self'");
  expect(answer.body).toContain('The page');
});

it('names the modules and styles of the designer in the page at the address of a flow', async () => {
  for (const url of [flow, `${flow}/?widget=ask`, '/flows/local/one']) {
    const { body, headers } = await get(url);
    expect(headers['cache-control']).toBe('no-cache');
    expect(body).toContain('<link rel="modulepreload" crossorigin href="/assets/designer-1.js">');
    expect(body).toContain('<link rel="modulepreload" crossorigin href="/assets/cards-1.js">');
    expect(body).toContain('<link rel="stylesheet" crossorigin href="/assets/cards-1.css">');
    // The first script brings it already.
    expect(body).not.toContain('shared-1.js');
  }
  expect((await get(`${flow}/history`)).body).not.toContain('designer-1.js');
});

it('names the layout of the designer that the screen will show, which the browser knows', async () => {
  const { body } = await get(flow);
  const wide = 'crossorigin media="not all and (max-width: 640px)"';
  expect(body).toContain(`<link rel="modulepreload" ${wide} href="/assets/canvas-1.js">`);
  expect(body).toContain(`<link rel="preload" as="style" ${wide} href="/assets/canvas-1.css">`);
  const narrow = 'crossorigin media="(max-width: 640px)"';
  expect(body).toContain(`<link rel="modulepreload" ${narrow} href="/assets/reading-1.js">`);
  // What the page brings on every screen is named once.
  expect(body.match(/cards-1\.js/g)).toHaveLength(1);
});

it('sends the first requests before the modules, for somebody who may be signed in', async () => {
  const first = '<script src="/first-requests.js"></script><script src="/theme.js">';
  const headers = { accept: 'text/html', cookie: 'patchbay_session=some' };
  expect((await site.inject({ url: flow, headers })).body).toContain(first);
  expect((await site.inject({ url: `${flow}/history`, headers })).body).not.toContain('first-requests');
  expect((await get(flow)).body).not.toContain('first-requests');
});

it('lets hashed files be cached for ever', async () => {
  const answer = await get('/assets/main-abc123.js', '*/*');
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toMatch('javascript');
  expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect((await get('/favicon.svg', '*/*')).headers['cache-control']).toBe('no-cache');
});

it('sends the compressed file of the build to a client that accepts it', async () => {
  const url = '/assets/main-abc123.js';
  const compressed = await site.inject({ url, headers: { 'accept-encoding': 'gzip, br' } });
  expect(compressed.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
  expect(compressed.headers['content-type']).toMatch('javascript');
  expect(compressed.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(brotliDecompressSync(compressed.rawPayload).toString()).toBe('export {};');
  // There is none for these.
  const gzip = await site.inject({ url, headers: { 'accept-encoding': 'gzip' } });
  expect(gzip.headers['content-encoding']).toBeUndefined();
  expect(gzip.body).toBe('export {};');
});

it('compresses the page of an address', async () => {
  const headers = { accept: 'text/html', 'accept-encoding': 'br' };
  const { rawPayload, headers: sent } = await site.inject({ url: flow, headers });
  expect(sent['content-encoding']).toBe('br');
  expect(brotliDecompressSync(rawPayload).toString()).toContain('designer-1.js');
});

it.each(['/assets/old-123.js', '/assets', '/assets/', '/v2/nothing', '/v1/nothing', '/session/nothing'])(
  'never answers %s with the page',
  async (url) => {
    expect((await get(url)).json()).toMatchObject({ status: 404, code: 20404 });
  },
);

it.each(['/.hidden', '/../package.json', '/%2e%2e/%2e%2e/etc/passwd', '/%00'])(
  'gives nothing away at %s',
  async (url) => {
    const answer = await get(url, '*/*');
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    expect(answer.statusCode).toBeLessThan(500);
  },
);

it('answers an unsatisfiable range with 416', async () => {
  const answer = await site.inject({ url: '/favicon.svg', headers: { range: 'bytes=900-999' } });
  expect(answer.statusCode).toBe(416);
});

it('answers 404 to clients that do not accept HTML', async () => {
  expect((await get('/flows', 'application/json')).statusCode).toBe(404);
  expect((await site.inject({ method: 'POST', url: '/flows' })).statusCode).toBe(404);
});

it('answers 503 when the application has not been built', async () => {
  const bare = await buildServer(server.ctx, routeTable, { appFolder: join(folder, 'nowhere') });
  const answer = await bare.inject({ url: '/', headers: { accept: 'text/html' } });
  expect(answer.statusCode).toBe(503);
  expect(answer.body).toContain('npm start');
  await bare.close();
});
