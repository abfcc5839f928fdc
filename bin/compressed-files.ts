/** Each text file of the built page also stands beside itself as brotli and gzip, as src/server/platform/http/static.ts sends it. */

import { readdirSync, statSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/** Fonts are compressed already. */
const textFile = /\.(?:js|css|html|svg|json)$/;

/** What is smaller gains nothing. */
const minBytes = 200;

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** The Vite plugin. It works in threads, as long as the smallest result takes: once for each build, never for a request. */
export function compressedFiles(): Plugin {
  let folder = '';
  return {
    name: 'compressed-files',
    apply: 'build',
    configResolved({ root, build }) {
      folder = join(root, build.outDir);
    },
    async closeBundle() {
      const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
      const texts = files.filter((file) => textFile.test(file) && !file.startsWith('.'));
      await Promise.all(texts.map((file) => compress(join(folder, file))));
    },
  };
}

async function compress(file: string): Promise<void> {
  if (statSync(file).size < minBytes) return;
  const content = await readFile(file);
  const { BROTLI_PARAM_SIZE_HINT, BROTLI_PARAM_LGWIN, BROTLI_MAX_WINDOW_BITS } = constants;
  const params = {
    [BROTLI_PARAM_SIZE_HINT]: content.length,
    [BROTLI_PARAM_LGWIN]: BROTLI_MAX_WINDOW_BITS,
  };
  await Promise.all([
    brotli(content, { params }).then((bytes) => writeFile(`${file}.br`, bytes)),
    gzipped(content, { level: constants.Z_BEST_COMPRESSION }).then((bytes) => writeFile(`${file}.gz`, bytes)),
  ]);
}
