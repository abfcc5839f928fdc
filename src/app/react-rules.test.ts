/**
 * The rules of React, as its compiler checks them: nothing reads or writes a ref while rendering, or changes what it was
 * given. The compiler's output is not used. Syntax that it cannot read yet is no fault.
 */

import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { transformAsync } from '@babel/core';
import compiler, { type LoggerEvent } from 'babel-plugin-react-compiler';
import { expect, it } from 'vitest';

it('hold in every component and hook', async () => {
  const faults: string[] = [];
  let compiled = 0;
  for await (const path of glob('src/app/**/*.{ts,tsx}')) {
    const code = readFileSync(path, 'utf8');
    const hasHooks = path.endsWith('.tsx') || /function use[A-Z]/.test(code);
    if (path.includes('.test.') || !hasHooks) continue;
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
  expect(faults).toEqual([]);
  expect(compiled).toBeGreaterThan(700);
}, 600_000);
