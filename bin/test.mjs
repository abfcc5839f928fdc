#!/usr/bin/env node
/**
 * Everything that is tested, in one command: the fast checks, unit and API tests, the kill test, the browser
 * tests. The last line adds up what ran.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { checks, runChecks } from './check.mjs';

const results = 'test-results';
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

const failedChecks = runChecks();
let passed = checks.length - failedChecks.length;
let failed = failedChecks.length;
const failures = failedChecks.map((name) => `check: ${name}`);

/** Runs a command that leaves a JSON report; a report that is missing or empty is itself a failure. */
function suite(what, command, args, report, count) {
  const { status } = spawnSync(command, args, { stdio: 'inherit' });
  const totals = existsSync(report)
    ? count(JSON.parse(readFileSync(report, 'utf8')))
    : { passed: 0, failed: 0, titles: [] };
  const broken = totals.failed === 0 && (status !== 0 || totals.passed === 0);
  console.error(
    `${what}: ${totals.passed} passed, ${totals.failed} failed${broken ? `, and it ended with ${status}` : ''}`,
  );
  passed += totals.passed;
  failed += totals.failed + (broken ? 1 : 0);
  failures.push(...totals.titles.map((title) => `${what}: ${title}`));
  if (broken) failures.push(`${what}: ended with ${status}`);
}

const vitestTotals = (report) => ({
  passed: report.numPassedTests,
  failed:
    report.numFailedTests +
    report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
      .length,
  titles: report.testResults.flatMap((file) => [
    ...(file.status === 'failed' && file.assertionResults.length === 0 ? [file.name] : []),
    ...file.assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
  ]),
});
const playwrightTotals = ({ stats, suites }) => ({
  passed: stats.expected,
  failed: stats.unexpected + stats.flaky,
  titles: suites.flatMap(failedSpecs),
});
const failedSpecs = ({ specs = [], suites = [] }) => [
  ...specs.filter(({ ok }) => !ok).map(({ file, line, title }) => `${file}:${line} ${title}`),
  ...suites.flatMap(failedSpecs),
];

const vitest = (what, ...args) => {
  const report = `${results}/${what}.json`;
  suite(
    what,
    'vitest',
    ['run', ...args, '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`],
    report,
    vitestTotals,
  );
};

vitest('unit-and-api', '--exclude=src/rooms.test.ts');
vitest('kill', '--config', 'e2e/kill/vitest.config.ts');

suite(
  'browser',
  'playwright',
  ['test', '--config', 'e2e/playwright.config.ts'],
  `${results}/browser.json`,
  playwrightTotals,
);

for (const failure of failures) console.log(`FAILED ${failure}`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
