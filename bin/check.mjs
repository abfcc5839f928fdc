#!/usr/bin/env node
/** Runs the fast checks in parallel: format and lint, types, dead code, the dependency rules. */
import { availableParallelism } from 'node:os';
import { run } from './child-processes.mjs';

/** More type checkers than cores only repeat each other's work. */
const checkers = String(Math.min(availableParallelism(), 4));

/** What has not changed since, and depends on nothing that has, is not checked again. */
const typesCache = 'node_modules/.cache/patchbay/types.tsbuildinfo';

/** `[name, command, …arguments]`; programs come from node_modules/.bin, which npm puts first on PATH. */
export const checks = [
  ['format and lint', 'biome', 'check', '--error-on-warnings', '.'],
  [
    'types',
    'tsc',
    '--noEmit',
    '--incremental',
    '--tsBuildInfoFile',
    typesCache,
    '--checkers',
    checkers,
    '-p',
    '.',
  ],
  ['dead code', 'knip', '--no-progress'],
  ['dependency rules', 'vitest', 'run', '--reporter=dot', '--project=unit', 'src/dependency-rules.test.ts'],
];

/** Runs the checks; resolves with the names of those that failed, and the processor time that all took. */
export async function runChecks() {
  const results = await Promise.all(
    checks.map(async ([name, ...command]) => {
      const { status, output, processorSeconds } = await run(command, { stdio: ['ignore', 'pipe', 'pipe'] });
      if (status !== 0) process.stderr.write(output);
      console.error(`${status === 0 ? 'passed' : 'FAILED'}: ${name}`);
      return { name, status, processorSeconds };
    }),
  );
  return {
    failed: results.filter(({ status }) => status !== 0).map(({ name }) => name),
    processorSeconds: results.reduce((sum, each) => sum + each.processorSeconds, 0),
  };
}

if (import.meta.main) process.exitCode = (await runChecks()).failed.length === 0 ? 0 : 1;
