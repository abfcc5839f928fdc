import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './server.ts';

/** The path under which the built page loads a module, such as `src/app/simulator/test-run-panel.tsx`. */
export function builtFile(source: string): string {
  const manifest = JSON.parse(readFileSync(join(root, 'dist/app/.vite/manifest.json'), 'utf8'));
  const file: string | undefined = manifest[source]?.file;
  if (file === undefined) throw new Error(`${source} is in no file of its own`);
  return `/${file}`;
}
