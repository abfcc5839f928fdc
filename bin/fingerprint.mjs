/** What the built page and server were built of: tells whether a build is up to date. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '..');

export const pageSources = [
  'index.html',
  'vite.config.ts',
  'package-lock.json',
  'public',
  ...['compressed-files', 'icon-imports', 'page-chunks', 'react-aria-words'].map((name) => `bin/${name}.ts`),
  ...['api', 'app', 'engine', 'flow', 'simulator'].map((name) => `src/${name}`),
];
export const serverSources = [
  'bin/build-server.mjs',
  'package-lock.json',
  'package.json',
  ...['api', 'cli', 'engine', 'flow', 'server', 'simulator'].map((name) => `src/${name}`),
];
/** Whether a running server is made of this file, by its path from the root: what `npm run dev` restarts it for. */
export const isServerSource = (path) =>
  serverSources.some((folder) => folder.startsWith('src/') && path.startsWith(`${folder}/`)) &&
  !/\.test\.|\/testing\//.test(path);

export const pageStamp = join(root, 'dist', '.patchbay-built');
export const serverStamp = join(root, 'dist', '.patchbay-server-built');

/** A hash over names and contents of files and folders; tests are left out. */
export function fingerprint(paths) {
  const hash = createHash('sha256');
  const visit = (path) => {
    if (!existsSync(join(root, path))) return;
    try {
      const content = readFileSync(join(root, path));
      hash.update(`${path}\0${content.length}\0`).update(content);
    } catch (error) {
      if (error.code !== 'EISDIR') throw error;
      for (const name of readdirSync(join(root, path)).sort())
        if (!name.includes('.test.')) visit(`${path}/${name}`);
    }
  };
  for (const path of paths) visit(path);
  return hash.digest('hex');
}

/** Whether that value was written to the stamp after the last build. */
export const stampIs = (stamp, value) => existsSync(stamp) && readFileSync(stamp, 'utf8') === value;
