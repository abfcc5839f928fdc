#!/usr/bin/env node
/** Runs the fast checks in parallel: format and lint, types, dead code, the dependency rules. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';

/** More type checkers than cores only repeat each other's work. */
const checkers = String(Math.min(availableParallelism(), 4));

/** `[name, command, …arguments]`; programs come from node_modules/.bin, which npm puts first on PATH. */
export const checks = [
  ['format and lint', 'biome', 'check', '--error-on-warnings', '.'],
  ['types', 'tsc', '--noEmit', '--checkers', checkers, '-p', '.'],
  ['dead code', 'knip', '--no-progress'],
  ['dependency rules', 'vitest', 'run', '--reporter=dot', '--project=unit', 'src/dependency-rules.test.ts'],
];

/** Runs the checks; resolves with the names of those that failed. */
export async function runChecks() {
  const failed = await Promise.all(
    checks.map(async ([name, command, ...args]) => {
      const child = spawn(command, args, {
        stdio: ['ignore', 'pipe', 'pipe'],
        shell: process.platform === 'win32',
      });
      let output = '';
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding('utf8').on('data', (text) => {
          output += text;
        });
      }
      const [status] = await once(child, 'close');
      if (status !== 0) process.stderr.write(output);
      console.error(`${status === 0 ? 'passed' : 'FAILED'}: ${name}`);
      return status === 0 ? [] : [name];
    }),
  );
  return failed.flat();
}

if (import.meta.main) process.exitCode = (await runChecks()).length === 0 ? 0 : 1;
