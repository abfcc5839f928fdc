#!/usr/bin/env node
/** The fast checks, one after the other: format and lint, types, dead code, the import law. */
import { spawnSync } from 'node:child_process';

/** `[what, command, …arguments]`; programs come from node_modules/.bin, which npm puts first on PATH. */
export const checks = [
  ['format and lint', 'biome', 'check', '--error-on-warnings', '.'],
  ['types', 'tsc', '--noEmit', '-p', '.'],
  ['dead code', 'knip', '--no-progress'],
  ['import law', 'vitest', 'run', '--reporter=dot', 'src/rooms.test.ts'],
];

/** Runs the checks; gives the names of those that failed. */
export function runChecks() {
  return checks.flatMap(([what, command, ...args]) => {
    const { status } = spawnSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' });
    console.error(`${status === 0 ? 'passed' : 'FAILED'}: ${what}`);
    return status === 0 ? [] : [what];
  });
}

if (import.meta.main) process.exitCode = runChecks().length === 0 ? 0 : 1;
