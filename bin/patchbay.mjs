#!/usr/bin/env node
/**
 * `npx patchbay …`: runs the command line, on the Node installed in this checkout when the machine's is older: what is built
 * while that is up to date, which begins in half the time, otherwise the sources. In a release both the command line and
 * the server are built, and `npx patchbay start` starts the server.
 */

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const sources = join(root, 'src', 'cli', 'main.ts');
const built = join(root, 'dist', 'server', 'cli.mjs');
const isRelease = !existsSync(sources);
const bundledNode = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
const isRecent = Number(process.versions.node.split('.')[0]) >= 24;
const node = !isRecent && existsSync(bundledNode) ? bundledNode : process.execPath;
const args = process.argv.slice(2);

if (isRelease && !isRecent) {
  console.error(`patchbay: Node 24 or newer is needed, this is ${process.version}.`);
  process.exit(1);
}
if (isRelease && args[0] === 'start') startServer();
run([isRelease || (await isBuilt()) ? built : sources, ...args]);

/** Whether what is built is what the sources say; a release does not have the file that tells. */
async function isBuilt() {
  const { fingerprint, serverSources, serverStamp, stampIs } = await import('./fingerprint.mjs');
  return existsSync(built) && stampIs(serverStamp, fingerprint(serverSources));
}

/** Becomes the server, with the flags of `npm start`: signals of a service manager reach it, and it is its main process. */
function startServer() {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const [, ...words] = scripts.start.split(' ');
  const flags = words.map((word) => (/^(\.\/)?(bin|dist)\//.test(word) ? join(root, word) : word));
  if (process.platform !== 'win32') process.execve?.(node, [node, ...flags], process.env);
  run(flags);
}

function run(parameters) {
  const { status, error } = spawnSync(node, parameters, { stdio: 'inherit' });
  if (error) console.error(`patchbay: ${error.message}`);
  process.exit(status ?? 1);
}
