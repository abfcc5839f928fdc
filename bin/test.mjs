#!/usr/bin/env node
/**
 * The tests, in one command. `npm test` runs everything: the fast checks, unit, server and kill tests, browser tests.
 * `npm test -- NAME …` runs the test files whose path contains a NAME, `npm run test:fast` the checks and unit tests,
 * `npm run test:kill` the kill tests alone with thirty kills each, `npm run test:citus` on a Citus cluster the server tests
 * that run on PostgreSQL, or those of the names, with `--core` the few of each merge; without, the contract and the designer’s core, too.
 * Ends with the time that each part took, the ten slowest files, what failed, and a line `N passed, N failed`.
 *
 * Up to five test files in which something failed are run once more, alone. A test that passes then is printed as
 * UNSTABLE, with its first message above: it is a fault to mend, but not one of the change that was tested (decision 039).
 */
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { checks, runChecks } from './check.mjs';
import { addDatabase, citusCore, citusSpecs, citusTests, startCluster } from './citus-tests.mjs';
import { serverProgram } from './start-flags.ts';

const results = 'test-results';
const slowestCount = 10;
const maxRepeatedFiles = 5;
const isCore = process.argv.includes('--core');
const given = isCore ? citusCore : process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const isFast = process.argv.includes('--fast');
const isKill = process.argv.includes('--kill');
const isCitus = process.argv.includes('--citus');
const names = isCitus && given.length === 0 ? citusTests() : given;

// Tests that start a server start the build, where it is up to date.
process.env.TEST_SERVER_PROGRAM ??= serverProgram;

rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

let passed = 0;
const failures = [];
const unstable = [];
/** `[part, seconds]` and `[file, seconds]`. */
const parts = [];
const files = [];

async function part(name, run) {
  const start = performance.now();
  await run();
  parts.push([name, (performance.now() - start) / 1000]);
}

/** Runs a command that leaves a JSON report; a report that is missing or empty is itself a failure. */
function suite(name, run, read, only = names) {
  const first = attempt(name, run(name, only), read);
  passed += first.passed.length;
  files.push(...first.files);
  const failedFiles = [...new Set(first.failed.map(({ file }) => file))];
  let { failed } = first;
  if (failedFiles.length > 0 && failedFiles.length <= maxRepeatedFiles) {
    console.error(`${name}: once more, alone: ${failedFiles.join(' ')}`);
    const repeated = attempt(`${name}-repeated`, run(`${name}-repeated`, failedFiles), read);
    const passedNow = failed.filter(({ title, file }) =>
      title === file
        ? repeated.files.some(([each]) => each === file) &&
          !repeated.failed.some((each) => each.file === file)
        : repeated.passed.includes(title),
    );
    failed = [
      ...failed.filter((each) => !passedNow.includes(each)),
      ...repeated.failed.filter(isNew(failed)),
    ];
    passed += passedNow.length;
    unstable.push(...passedNow.map(({ title }) => `${name}: ${title}`));
  }
  failures.push(...failed.map(({ title }) => `${name}: ${title}`));
  const isEmpty = first.passed.length === 0 && names.length === 0;
  if (first.failed.length === 0 && (first.status !== 0 || isEmpty))
    failures.push(`${name}: ended with ${first.status}`);
}
const isNew = (known) => (each) => !known.some(({ title }) => title === each.title);

function attempt(name, [command, ...args], read) {
  const report = reportOf(name);
  const { status } = spawnSync(command, args, {
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  });
  const totals = existsSync(report)
    ? read(JSON.parse(readFileSync(report, 'utf8')))
    : { passed: [], failed: [], files: [] };
  console.error(`${name}: ${totals.passed.length} passed, ${totals.failed.length} failed, exit ${status}`);
  return { ...totals, status };
}
const reportOf = (name) => `${results}/${name}.json`;

const vitest = (name, ...options) =>
  suite(
    name,
    (run, only) => [
      ...['vitest', 'run', ...only, ...options, '--passWithNoTests', '--reporter=dot', '--reporter=json'],
      `--outputFile.json=${reportOf(run)}`,
    ],
    ({ testResults }) => ({
      passed: testResults.flatMap(({ assertionResults }) =>
        assertionResults.filter((result) => result.status === 'passed').map(({ fullName }) => fullName),
      ),
      failed: testResults.flatMap(({ name: path, status, assertionResults }) => {
        const file = relative(process.cwd(), path);
        const failed = assertionResults.filter((result) => result.status === 'failed');
        // What fails before or after its tests fails as a file.
        if (status === 'failed' && failed.length === 0) return [{ file, title: file }];
        return failed.map(({ fullName: title }) => ({ file, title }));
      }),
      files: testResults.map((file) => [
        relative(process.cwd(), file.name),
        (file.endTime - file.startTime) / 1000,
      ]),
    }),
  );

/** To how many shards each statement goes that the tests have sent. */
function explainStatements(cluster) {
  const folder = process.env.RECORD_STATEMENTS;
  const args = ['bin/citus-statements.ts', folder, cluster];
  if (given.length === 0) args.push('--whole', ...process.argv.filter((each) => each === '--write-docs'));
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  rmSync(folder, { recursive: true });
  if (status === 0) passed += 1;
  else failures.push('statements: see above');
}

/** The API contract against a server on the database; its last line is its counts. */
function contract() {
  const { status, stdout } = spawnSync(process.execPath, ['e2e/contract/main.ts'], {
    encoding: 'utf8',
    maxBuffer: maxContractBytes,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = stdout.trimEnd().split('\n');
  const [, right = '0'] = /^(\d+) passed, \d+ failed$/.exec(lines.pop() ?? '') ?? [];
  console.log(lines.join('\n'));
  passed += Number(right);
  const failed = lines
    .filter((line) => line.startsWith('FAILED '))
    .map((line) => line.slice('FAILED '.length));
  if (failed.length === 0 && status !== 0) failed.push(`ended with ${status}`);
  failures.push(...failed.map((each) => `contract: ${each}`));
  console.error(`contract: ${right} passed, ${failed.length} failed, exit ${status}`);
}
const maxContractBytes = 64 * 1024 * 1024;

const playwright = (only = names, ...options) =>
  suite(
    'browser',
    (run, files) => [
      ...['playwright', 'test', ...files, '--pass-with-no-tests', '--config', 'e2e/playwright.config.ts'],
      ...['--output', `${results}/${run}`, ...options],
    ],
    ({ suites }) => {
      const specs = suites.flatMap((file) => specsOf(file).map((spec) => ({ ...spec, file: file.file })));
      const seconds = new Map();
      for (const { file, tests } of specs) {
        const took = tests.flatMap(({ results: runs }) => runs).reduce((sum, run) => sum + run.duration, 0);
        seconds.set(file, (seconds.get(file) ?? 0) + took / 1000);
      }
      return {
        passed: specs.filter(({ ok }) => ok).map(titleOf),
        failed: specs
          .filter(({ ok }) => !ok)
          .map((spec) => ({ file: `e2e/specs/${spec.file}`, title: titleOf(spec) })),
        files: [...seconds].map(([file, took]) => [`e2e/specs/${file}`, took]),
      };
    },
    only,
  );
const titleOf = ({ file, line, title }) => `${file}:${line} ${title}`;
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
} else if (isCitus) {
  const cluster = startCluster();
  if (cluster === null) process.exit(0);
  process.env.TEST_CITUS = cluster.folder;
  process.env.RECORD_STATEMENTS = mkdtempSync(join(tmpdir(), 'patchbay-statements-'));
  await part('citus', () => vitest('citus', '--project=server'));
  await part('statements', () => explainStatements(cluster.folder));
  if (given.length === 0) {
    delete process.env.RECORD_STATEMENTS;
    process.env.SECRET_KEY = randomBytes(32).toString('base64');
    process.env.DATABASE_URL = await addDatabase(cluster.folder, 'patchbay_contract');
    await part('contract', contract);
    process.env.DATABASE_URL = await addDatabase(cluster.folder, 'patchbay_browser');
    // Each worker of the browser tests would start a server of its own, and they take their database for theirs alone.
    await part('browser', () => playwright(citusSpecs, '--workers=1'));
  }
  cluster.stop();
} else if (isFast) {
  await part('unit', () => vitest('unit', '--project=unit', ...rules));
} else {
  await part('unit, server and kill', () => vitest('unit-server-kill', ...rules));
  await part('browser', () => playwright());
}

const time = (seconds) => `${seconds.toFixed(1).padStart(7)} s`;
console.log('\nThe slowest files:');
for (const [file, seconds] of files.sort((a, b) => b[1] - a[1]).slice(0, slowestCount))
  console.log(`${time(seconds)}  ${file}`);
console.log('\nTime:');
for (const [name, seconds] of parts) console.log(`${time(seconds)}  ${name}`);
console.log(`${time(parts.reduce((sum, [, seconds]) => sum + seconds, 0))}  in all\n`);
for (const title of unstable) console.log(`UNSTABLE ${title}`);
for (const failure of failures) console.log(`FAILED ${failure}`);
console.log(`${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length === 0 ? 0 : 1;
