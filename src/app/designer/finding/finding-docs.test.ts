/** The generated reference of words is up to date. */

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { renderFindingDocs } from './finding-docs.ts';

it('docs/reference/words.md is not stale: npm run docs', () => {
  const file = new URL('../../../../docs/reference/words.md', import.meta.url);
  expect(readFileSync(file, 'utf8')).toBe(renderFindingDocs());
});
