/** Builds the two pages and serves them on loopback, under the product's Content Security Policy. */

import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const here = fileURLToPath(new URL('.', import.meta.url));
const output = fileURLToPath(new URL('../../dist/bench', import.meta.url));

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
};

export async function servePages(): Promise<{ base: string; close(): void }> {
  await build({ configFile: join(here, 'vite.config.ts'), logLevel: 'error' });
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname);
    readFile(join(output, path)).then(
      (body) => {
        response.writeHead(200, {
          'content-type': types[extname(path)] ?? 'application/octet-stream',
          'content-security-policy': "default-src 'self'; script-src 'self'; style-src 'self'",
          'cache-control': 'no-store',
        });
        response.end(body);
      },
      () => response.writeHead(path === '/favicon.ico' ? 204 : 404).end(),
    );
  });
  await listen(server);
  const { port } = server.address() as AddressInfo;
  return { base: `http://127.0.0.1:${port}`, close: () => server.close() };
}

function listen(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
}
