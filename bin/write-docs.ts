/** Writes the documents that follow from the code (`npm run docs`); `bin/reference/reference.test.ts` finds one that is stale. */

import { readFileSync, writeFileSync } from 'node:fs';
import { growthPage, measureGrowth } from '#flow/testing/growth/measured-growth.ts';
import { documents } from './reference/documents.ts';

const all: typeof documents = { ...documents, 'reference/growth.md': () => growthPage(measureGrowth()) };

for (const [path, write] of Object.entries(all)) {
  const file = new URL(`../docs/${path}`, import.meta.url);
  writeFileSync(file, write(readFileSync(file, 'utf8')));
}
