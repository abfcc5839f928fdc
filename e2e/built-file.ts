/** Files of the built page, by what is in them: their own names are cut short. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './server.ts';

type Manifest = Record<string, { file: string; name?: string }>;

const manifest = (): Manifest =>
  JSON.parse(readFileSync(join(root, 'dist/app/.vite/manifest.json'), 'utf8')) as Manifest;

/** The path under which the page loads a module, such as `src/app/simulator/test-run-panel.tsx`. */
export function builtFile(source: string): string {
  const built = manifest()[source];
  if (built === undefined) throw new Error(`${source} is in no file of its own`);
  return `/${built.file}`;
}

/** The paths of the scripts of chunks, by names of `bin/page-chunks.ts` or of modules. */
export function builtChunks(...names: readonly string[]): string[] {
  return names.flatMap((name) => {
    const found = Object.values(manifest()).filter((each) => each.name === name);
    if (found.length === 0) throw new Error(`There is no chunk ${name}`);
    return found.map(({ file }) => `/${file}`);
  });
}
