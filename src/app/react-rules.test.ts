/**
 * The rules of React, as its compiler checks them: nothing reads or writes a ref while rendering, or changes what it was
 * given. The compiler's output is not used. Syntax that it cannot read yet is no fault.
 */

import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { transformAsync } from '@babel/core';
import compiler, { type LoggerEvent } from 'babel-plugin-react-compiler';
import { expect, it } from 'vitest';

const { version } = createRequire(import.meta.url)('babel-plugin-react-compiler/package.json');
/** How many components and hooks a file without faults has, by the hash of it and the compiler: reading one takes long. */
const cacheFile = 'node_modules/.cache/patchbay/react-rules.json';
const hashOf = (code: string) => createHash('sha256').update(`${version}\0${code}`).digest('hex');

function readCache(): Map<string, number> {
  try {
    return new Map(Object.entries(JSON.parse(readFileSync(cacheFile, 'utf8'))));
  } catch {
    return new Map();
  }
}

function writeCache(cache: ReadonlyMap<string, number>): void {
  mkdirSync(dirname(cacheFile), { recursive: true });
  writeFileSync(`${cacheFile}.${process.pid}`, JSON.stringify(Object.fromEntries(cache)));
  renameSync(`${cacheFile}.${process.pid}`, cacheFile);
}

it('hold in every component and hook', async () => {
  const faults: string[] = [];
  const known = readCache();
  const sound = new Map<string, number>();
  let compiled = 0;
  for await (const path of glob('src/app/**/*.{ts,tsx}')) {
    const code = readFileSync(path, 'utf8');
    const hasHooks = path.endsWith('.tsx') || /function use[A-Z]/.test(code);
    if (path.includes('.test.') || !hasHooks) continue;
    const hash = hashOf(code);
    const [before, faultsBefore] = [compiled, faults.length];
    const cached = known.get(hash);
    if (cached === undefined) await compile(path, code);
    else compiled += cached;
    if (faults.length === faultsBefore) sound.set(hash, compiled - before);
  }
  writeCache(sound);
  expect(faults).toEqual([]);
  expect(compiled).toBeGreaterThan(700);

  async function compile(path: string, code: string) {
    await transformAsync(code, {
      filename: path,
      code: false,
      babelrc: false,
      configFile: false,
      parserOpts: { plugins: ['typescript', 'jsx'] },
      plugins: [[compiler, { noEmit: true, panicThreshold: 'none', logger: { logEvent } }]],
    });
  }
  function logEvent(path: string | null, event: LoggerEvent) {
    if (event.kind === 'CompileSuccess') compiled += 1;
    if (event.kind !== 'CompileError' || event.detail.category === 'Todo') return;
    const place = event.detail.primaryLocation();
    const line = typeof place === 'object' ? place?.start.line : '?';
    faults.push(`${path}:${line} ${event.detail.reason}`);
  }
}, 600_000);
