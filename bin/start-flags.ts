/** The Node flags of `npm start`, for other programs that start the server. */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('../', import.meta.url);
const { scripts } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));

export const startFlags: readonly string[] = scripts.start
  .split(' ')
  .slice(1, -1)
  .map((flag: string) => (flag.startsWith('./') ? fileURLToPath(new URL(flag, root)) : flag));
