/** Writes the commands of `docs/explanations/scaling.md` from the list of tables. */

import { readFileSync, writeFileSync } from 'node:fs';
import { withCitusCommands } from '#server/platform/database/schema/citus-commands.ts';

const file = new URL('../docs/explanations/scaling.md', import.meta.url);
writeFileSync(file, withCitusCommands(readFileSync(file, 'utf8')));
