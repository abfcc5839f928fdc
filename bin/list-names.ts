/**
 * Prints every exported name of `src` with its file, then every text of the catalogue with its key: for reading
 * them through with the eyes of a newcomer. `node bin/list-names.ts [names|texts]`
 */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { catalogue } from '#app/words/catalogue.ts';

const src = fileURLToPath(new URL('../src', import.meta.url));
const only = process.argv[2];

if (only !== 'texts') for (const line of exportedNames()) console.log(line);
if (only !== 'names') for (const line of texts(catalogue, '')) console.log(line);

function exportedNames(): string[] {
  const declaration =
    /^export (?:default )?(?:async )?(?:function\*?|const|let|class|type|interface) (\w+)/gm;
  return readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .flatMap((path) =>
      [...readFileSync(join(src, path), 'utf8').matchAll(declaration)].map(([, name]) => `${name}\t${path}`),
    )
    .sort();
}

function texts(value: unknown, key: string): string[] {
  if (typeof value === 'string') return [`${key}\t${value}`];
  return Object.entries(value ?? {}).flatMap(([name, each]) =>
    texts(each, key === '' ? name : `${key}.${name}`),
  );
}
