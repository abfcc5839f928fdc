/** The version of Patchbay, from package.json. */

import { readFileSync } from 'node:fs';
import { fileOfCheckout } from './checkout.ts';

type Manifest = { version: string };

const manifest = JSON.parse(readFileSync(fileOfCheckout('package.json'), 'utf8')) as Manifest;

export const version = manifest.version;
