/** Writes docs/reference/rules.md from the tables of rules. */

import { writeFileSync } from 'node:fs';
import { renderRuleDocs } from '#flow/validation/rule-docs.ts';

writeFileSync(new URL('../docs/reference/rules.md', import.meta.url), renderRuleDocs());
