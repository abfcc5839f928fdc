/** Which packages a build holds: what a release names with their versions and licences. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './fingerprint.mjs';

/** The list of the packages in the build of that name. */
export const packageList = (build) => join(root, 'dist', `.packages-${build}.json`);

/** A plugin of the bundler that writes the folders of all packages from which a module is in the build. */
export function bundledPackages(build) {
  return {
    name: 'bundled-packages',
    generateBundle(_options, bundle) {
      const folders = new Set();
      for (const { moduleIds = [], originalFileNames = [] } of Object.values(bundle))
        for (const id of [...moduleIds, ...originalFileNames]) {
          const [folder] = /(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id) ?? [];
          if (folder !== undefined) folders.add(folder.slice(folder.indexOf('node_modules/')));
        }
      writeFileSync(packageList(build), JSON.stringify([...folders].sort()));
    },
  };
}

/** The folders of all packages in these builds, in order. */
export const packagesOf = (...builds) =>
  [...new Set(builds.flatMap((build) => JSON.parse(readFileSync(packageList(build), 'utf8'))))].sort();
