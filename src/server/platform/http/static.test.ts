/** Static files and client-side routes of the application. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { routeTable } from '../../routes.ts';
import { openTestServer, type TestServer } from '../../testing/server.ts';
import { buildServer } from './server.ts';

let server: TestServer;
let folder: string;
let site: FastifyInstance;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'patchbay-site-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>The page</title>');
  writeFileSync(join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  writeFileSync(join(folder, 'assets', 'main-abc123.js'), 'export {};');
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

it('lets hashed files be cached for ever', async () => {
  const answer = await get('/assets/main-abc123.js', '*/*');
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toMatch('javascript');
  expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect((await get('/favicon.svg', '*/*')).headers['cache-control']).toBe('no-cache');
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
