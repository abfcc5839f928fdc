#!/usr/bin/env node
/**
 * The tests, in one command. `npm test` runs everything: the fast checks, unit, server and kill tests, browser tests.
 * `npm test -- NAME …` runs the test files whose path contains a NAME, `npm run test:fast` the checks and unit tests,
 * `npm run test:kill` the kill tests alone with thirty kills each.
 * Ends with the time that each part took, the ten slowest files, what failed, and a line `N passed, N failed`.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { relative } from 'node:path';
import { checks, runChecks } from './check.mjs';

const results = 'test-results';
const slowestCount = 10;
const names = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const isFast = process.argv.includes('--fast');
const isKill = process.argv.includes('--kill');

rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

let passed = 0;
const failures = [];
/** `[part, seconds]` and `[file, seconds]`. */
const parts = [];
const files = [];

async function part(name, run) {
  const start = performance.now();
  await run();
  parts.push([name, (performance.now() - start) / 1000]);
}

/** Runs a command that leaves a JSON report; a report that is missing or empty is itself a failure. */
function suite(name, command, args, read) {
  const report = `${results}/${name}.json`;
  const { status } = spawnSync(command, args(report), {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  const totals = existsSync(report)
    ? read(JSON.parse(readFileSync(report, 'utf8')))
    : { passed: 0, failed: [], files: [] };
  const isEmpty = totals.passed === 0 && names.length === 0;
  passed += totals.passed;
  files.push(...totals.files);
  failures.push(...totals.failed.map((title) => `${name}: ${title}`));
  if (totals.failed.length === 0 && (status !== 0 || isEmpty)) failures.push(`${name}: ended with ${status}`);
  console.error(`${name}: ${totals.passed} passed, ${totals.failed.length} failed, exit ${status}`);
}

const vitest = (name, ...options) =>
  suite(
    name,
    'vitest',
    (report) => [
      ...['run', ...names, ...options, '--passWithNoTests', '--reporter=dot', '--reporter=json'],
      `--outputFile.json=${report}`,
    ],
    ({ numPassedTests, testResults }) => ({
      passed: numPassedTests,
      failed: testResults.flatMap((file) => [
        ...(file.status === 'failed' && file.assertionResults.length === 0 ? [file.name] : []),
        ...file.assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
      ]),
      files: testResults.map((file) => [
        relative(process.cwd(), file.name),
        (file.endTime - file.startTime) / 1000,
      ]),
    }),
  );

const playwright = () =>
  suite(
    'browser',
    'playwright',
    () => ['test', ...names, '--pass-with-no-tests', '--config', 'e2e/playwright.config.ts'],
    ({ suites }) => {
      const specs = suites.flatMap((file) => specsOf(file).map((spec) => ({ ...spec, file: file.file })));
      const seconds = new Map();
      for (const { file, tests } of specs) {
        const took = tests.flatMap(({ results: runs }) => runs).reduce((sum, run) => sum + run.duration, 0);
        seconds.set(file, (seconds.get(file) ?? 0) + took / 1000);
      }
      return {
        passed: specs.filter(({ ok }) => ok).length,
        failed: specs.filter(({ ok }) => !ok).map(({ file, line, title }) => `${file}:${line} ${title}`),
        files: [...seconds].map(([file, took]) => [`e2e/specs/${file}`, took]),
      };
    },
  );
const specsOf = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsOf)];

if (names.length === 0 && !isKill) {
  await part('checks', async () => {
    const failed = await runChecks();
    passed += checks.length - failed.length;
    failures.push(...failed.map((name) => `check: ${name}`));
  });
}
const rules = names.length === 0 ? ['--exclude=src/dependency-rules.test.ts'] : [];
if (isKill) {
  process.env.KILL_ROUNDS ??= '30';
  await part('kill', () => vitest('kill', '--project=kill'));
} else if (isFast) {
  await part('unit', () => vitest('unit', '--project=unit', ...rules));
} else {
  await part('unit, server and kill', () => vitest('unit-server-kill', ...rules));
  await part('browser', playwright);
}

const time = (seconds) => `${seconds.toFixed(1).padStart(7)} s`;
console.log('\nThe slowest files:');
for (const [file, seconds] of files.sort((a, b) => b[1] - a[1]).slice(0, slowestCount))
  console.log(`${time(seconds)}  ${file}`);
console.log('\nTime:');
for (const [name, seconds] of parts) console.log(`${time(seconds)}  ${name}`);
console.log(`${time(parts.reduce((sum, [, seconds]) => sum + seconds, 0))}  in all\n`);
for (const failure of failures) console.log(`FAILED ${failure}`);
console.log(`${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length === 0 ? 0 : 1;
