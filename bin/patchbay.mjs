#!/usr/bin/env node
/** `npx patchbay …`: runs the command line, on the Node installed in this checkout when the machine's is older. */

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const bundledNode = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
const isRecent = Number(process.versions.node.split('.')[0]) >= 24;
const node = !isRecent && existsSync(bundledNode) ? bundledNode : process.execPath;
const { status, error } = spawnSync(node, [join(root, 'src', 'cli', 'main.ts'), ...process.argv.slice(2)], {
  stdio: 'inherit',
});
if (error) console.error(`patchbay: ${error.message}`);
process.exit(status ?? 1);
