/** Writes docs/reference/words.md from the table of words by which widgets are found. */

import { writeFileSync } from 'node:fs';
import { renderFindingDocs } from '#app/designer/finding/finding-docs.ts';

writeFileSync(new URL('../docs/reference/words.md', import.meta.url), renderFindingDocs());
