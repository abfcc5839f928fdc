/** The version of Patchbay, from package.json. */

import { readFileSync } from 'node:fs';

type Manifest = { version: string };

const manifest = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
) as Manifest;

export const version = manifest.version;
