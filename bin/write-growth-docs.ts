/** Writes docs/reference/growth.md from what the public functions of `flow` take. */

import { writeFileSync } from 'node:fs';
import { growthPage, measureGrowth } from '#flow/testing/growth/measured-growth.ts';

writeFileSync(new URL('../docs/reference/growth.md', import.meta.url), growthPage(measureGrowth()));
