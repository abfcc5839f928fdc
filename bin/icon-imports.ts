/**
 * Each icon is imported by itself. Through the list of all icons every one that some page shows would be reached from each
 * page, and so be loaded by all of them (see page-chunks.ts).
 */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const fromList = /^import \{([^}]*)\} from 'lucide-react';$/gm;

/** The Vite plugin for builds; sources import from the list. */
export function iconImports(): Plugin {
  const files = iconFiles();
  return {
    name: 'icon-imports',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!/\/src\/app\/.*\.tsx?$/.test(id) || !code.includes("'lucide-react'")) return null;
      return { code: code.replace(fromList, (_, names: string) => importsOf(names, files)), map: null };
    },
  };
}

/** On one line, so that the lines of the file keep their numbers. */
function importsOf(names: string, files: ReadonlyMap<string, string>): string {
  const icons = names.split(',').map((each) => each.trim());
  const statements = icons.flatMap((icon) => {
    // Types are left out of the code anyway.
    if (icon === '' || icon.startsWith('type ')) return [];
    const [name = '', local = name] = icon.split(' as ');
    const file = files.get(name);
    if (file === undefined) throw new Error(`lucide-react has no icon ${name}.`);
    return [`import ${local} from 'lucide-react/icons/${file}';`];
  });
  const lines = '\n'.repeat(names.split('\n').length - 1);
  return statements.join(' ') + lines;
}

/** The names of the files by those of the icons. */
function iconFiles(): Map<string, string> {
  const folder = dirname(createRequire(import.meta.url).resolve('lucide-react/package.json'));
  const list = readFileSync(join(folder, 'dist/esm/lucide-react.mjs'), 'utf8');
  const files = new Map<string, string>();
  for (const [, names = '', file = ''] of list.matchAll(
    /^export \{([^}]*)\} from '\.\/icons\/([\w-]+)\.mjs';$/gm,
  ))
    for (const [, name = ''] of names.matchAll(/default as (\w+)/g)) files.set(name, file);
  return files;
}
