/**
 * `npm run dev`: one port, with the page from its sources and the server behind it. A change of the page replaces its modules, a
 * change of the server's sources restarts the server, and the page stays open meanwhile.
 */

import { createServer } from 'node:http';
import { relative } from 'node:path';
import { createServer as createVite } from 'vite';
import { ConfigError, environmentConfig } from '#server/platform/config.ts';
import { CannotListen, listeningUrl } from '#server/platform/http/listening-address.ts';
import { isServerSource, root } from '../fingerprint.mjs';
import { reverseProxy } from './reverse-proxy.ts';
import { ServerProcesses } from './server-processes.ts';

try {
  await serveDevelopment();
} catch (error) {
  const isExpected = error instanceof ConfigError || error instanceof CannotListen;
  console.error(isExpected ? error.message : error);
  process.exit(1);
}

async function serveDevelopment(): Promise<void> {
  const { host, port } = environmentConfig();
  const http = createServer();
  await new Promise<void>((listening, fail) => {
    http.once('error', (error) => fail(new CannotListen(host, port, error)));
    http.listen({ host, port }, listening);
  });
  const servers = new ServerProcesses(listeningUrl(http, host, port));
  stopOnSignal(servers);
  servers.begin();
  const vite = await createVite({
    root,
    appType: 'spa',
    server: {
      middlewareMode: true,
      hmr: { server: http },
      watch: { ignored: ['**/data/**', '**/dist/**'] },
    },
  });
  vite.watcher.on('all', (_, path) => {
    const file = relative(root, path).replaceAll('\\', '/');
    if (isServerSource(file)) servers.change(file);
  });
  reverseProxy(http, vite.middlewares, () => servers.port());
}

/** A second signal ends everything at once. */
function stopOnSignal(servers: ServerProcesses): void {
  let signals = 0;
  const stop = async () => {
    signals += 1;
    if (signals > 1) servers.kill();
    else await servers.stop();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
}
