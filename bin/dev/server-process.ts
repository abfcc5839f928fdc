/**
 * One server of `npm run dev`: `node bin/dev/server-process.ts URL waits|answers`. It loads the sources, and serves once the
 * process above says so. Until then it loads what has changed, and what depends on it, once more: under another URL, as
 * Node keeps a module for as long as the process runs.
 */

import { flushCompileCache, registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../fingerprint.mjs';
import type { FromProcess, ToProcess } from './server-processes.ts';

const [, , url = '', role] = process.argv;
const sources = pathToFileURL(join(root, 'src', '/')).href;

/** The importers of each source, and which load of it is the latest; by URL without a version. */
const importers = new Map<string, Set<string>>();
const versions = new Map<string, number>();
let loads = 0;

const withoutVersion = (address: string) => address.replace(/\?.*$/, '');

registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context);
    if (!resolved.url.startsWith(sources)) return resolved;
    const importersOf = importers.get(resolved.url) ?? new Set();
    importers.set(resolved.url, importersOf.add(withoutVersion(context.parentURL ?? '')));
    const version = versions.get(resolved.url);
    return version === undefined ? resolved : { ...resolved, url: `${resolved.url}?load=${version}` };
  },
});

const importServer = () =>
  Promise.all([
    import('#server/serve.ts'),
    import('#server/announcement.ts'),
    import('#server/platform/config.ts'),
  ]);

let server: Awaited<ReturnType<typeof importServer>>;
try {
  server = await importServer();
} catch (error) {
  // The one that waits is replaced at the next change, which then says what is wrong.
  if (role === 'answers') console.error(error);
  process.exit(1);
}
flushCompileCache();

const answer = (message: FromProcess) => process.send?.(message);

async function load(changed: readonly string[]): Promise<void> {
  loads += 1;
  const visit = (module: string) => {
    if (versions.get(module) === loads) return;
    versions.set(module, loads);
    for (const importer of importers.get(module) ?? []) if (importer.startsWith(sources)) visit(importer);
  };
  for (const file of changed) visit(pathToFileURL(join(root, file)).href);
  try {
    server = await importServer();
    flushCompileCache();
    answer({ kind: 'loaded', isUsable: true });
  } catch (error) {
    console.error(error);
    answer({ kind: 'loaded', isUsable: false });
  }
}

async function serve(isFirst: boolean): Promise<void> {
  const [{ serve: serveProcess }, { announcementLines }, { environmentConfig }] = server;
  const settings = () => {
    const config = environmentConfig(url);
    return { ...config, host: '127.0.0.1', port: 0, trustedProxies: [...config.trustedProxies, '127.0.0.1'] };
  };
  await serveProcess(settings, (running, { dataDir }) => {
    const output = { isTerminal: process.stdout.isTTY === true, dataDir };
    if (isFirst) console.log(announcementLines({ ...running, url }, output).join('\n'));
    answer({ kind: 'serving', port: Number(new URL(running.url).port) });
  });
}

process.on('message', (message: ToProcess) => {
  void (message.kind === 'load' ? load(message.changed) : serve(message.isFirst));
});
// The process above has been killed.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
