/** Where the files of Patchbay are: the same from its sources and from the built server. */

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder with package.json, above `src/server` and above `dist/server`. */
const checkoutFolder = folderAbove(import.meta.dirname);

function folderAbove(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : folderAbove(dirname(folder));
}

/** The path of a file or folder, given from the checkout's root. */
export function fileOfCheckout(path: string): string {
  return join(checkoutFolder, path);
}

/**
 * The program of a worker thread: next to the module in the sources, and next to all of the built server. `module` is the
 * module's `import.meta.url`.
 */
export function threadProgram(name: string, module: string): URL {
  return new URL(`./${name}.${new URL(module).pathname.endsWith('.ts') ? 'ts' : 'mjs'}`, module);
}

type Manifest = { version: string };

const manifest = JSON.parse(readFileSync(fileOfCheckout('package.json'), 'utf8')) as Manifest;

export const version = manifest.version;
