#!/usr/bin/env node
/**
 * The tests, in one command. `npm test` runs the checks, the unit and server tests, and the journeys: the browser tests that are
 * tagged `@journey`. `npm test -- NAME …` runs the test files, browser tests too, whose path contains a NAME, `npm test -- --changed`
 * what the changes since HEAD can reach (`--changed=REV`), `npm run test:fast` the checks and unit tests. `--parts=kill,specs`
 * runs parts of the table below; `npm run test:all` runs them all, and further suites (bin/test-all.mjs).
 *
 * `npm run test:citus` runs on a Citus cluster the server tests that run on PostgreSQL, or those of the names, with `--core` the few
 * of each merge; without, the contract and the designer’s core, too.
 *
 * Ends with the time that each part took, the ten slowest files, what failed, and a line `N passed, N failed`.
 */
import { randomBytes } from 'node:crypto';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { variants } from '../e2e/variants.ts';
import temporaryFilesInMemory from '../src/server/testing/memory-folder.ts';
import { changedTests } from './changed-tests.mjs';
import { checks, runChecks } from './check.mjs';
import { endOnSignal, run as runProgram } from './child-processes.mjs';
import { addDatabase, citusCore, citusSpecs, citusTests, startCluster } from './citus-tests.mjs';
import { serverProgram } from './start-flags.ts';
import { TestRun } from './test-run.mjs';

const given = process.argv.slice(2);
const names = given.filter((argument) => !argument.startsWith('--'));
const valueGiven = (option) =>
  given.find((each) => each.split('=', 1)[0] === option)?.slice(option.length + 1) ?? null;

// Tests that start a server start the build, where it is up to date.
process.env.TEST_SERVER_PROGRAM ??= serverProgram;
endOnSignal(() => console.error('\nInterrupted: all that the tests had started has ended.'));
process.once('exit', temporaryFilesInMemory() ?? (() => {}));

const journeys = ['--grep=@journey'];
const reactRules = 'src/app/react-rules.test.ts';
/** What there is to run; each resolves with the processor time that it took. */
const parts = {
  checks: async () => {
    const { failed, processorSeconds } = await runChecks();
    run.passed += checks.length - failed.length;
    run.failures.push(...failed.map((name) => `check: ${name}`));
    return processorSeconds;
  },
  // The checks have the dependency rules.
  unit: () =>
    run.vitest('unit', [
      ...['--project=unit', '--exclude=src/dependency-rules.test.ts', `--exclude=${reactRules}`],
    ]),
  server: () => run.vitest('server', ['--project=server', '--project=api']),
  journeys: () => run.playwright('journeys', journeys),
  specs: () =>
    run.playwright(
      'specs',
      journeys.map((option) => option.replace('grep', 'grep-invert')),
    ),
  /** Some journeys in each variant of e2e/variants.ts; `TEST_VARIANT=cyrillic npm test -- --parts=journeys` runs all of them in one. */
  variants: async () => {
    let processorSeconds = 0;
    for (const variant of variants) {
      process.env.TEST_VARIANT = variant;
      processorSeconds += await run.playwright(variant, ['--grep=@variants']);
    }
    delete process.env.TEST_VARIANT;
    return processorSeconds;
  },
  kill: () => {
    process.env.KILL_ROUNDS ??= valueGiven('--rounds') ?? '6';
    // Each has a server and its load.
    return run.vitest('kill', ['--project=kill', '--maxWorkers=2']);
  },
  /** Half a minute of a processor where no file was read before. `npm test -- --changed` has it. */
  'rules of React': () => run.vitest('rules-of-react', ['--project=unit'], [reactRules]),
  'mutated messages': () => {
    process.env.MUTATED_MESSAGES ??= '2000';
    return run.vitest('mutated-messages', ['--project=server'], ['src/server/email/mime/mutated.test.ts']);
  },
  'one connection': () => {
    process.env.TEST_POOL_OF_ONE = '1';
    return run.vitest('one-connection', ['--project=server'], storeTests());
  },
};
const everyTest = ['checks', 'unit', 'server', 'journeys'];

const isCitus = given.includes('--citus');
const chosen =
  valueGiven('--parts')?.split(',') ?? (given.includes('--fast') ? ['checks', 'unit'] : everyTest);
const run = new TestRun(join('test-results', isCitus ? 'citus' : chosen.join('-').replaceAll(' ', '-')));

if (isCitus) await runOnCitus();
else if (given.some((each) => each.startsWith('--changed')))
  await runChanged(valueGiven('--changed') || 'HEAD');
else if (names.length > 0) {
  await run.part('unit, server and kill', () => run.vitest('named', [], names));
  await run.part('browser', () => run.playwright('browser', [], names));
} else await runParts(chosen);
run.end();

async function runParts(chosenParts) {
  for (const name of chosenParts) await run.part(name, parts[name]);
}

/** Those of stores, which run on each kind of database: none of their work may need a second connection. */
function storeTests() {
  return globSync('src/**/*.test.ts').filter((file) =>
    readFileSync(file, 'utf8').includes('describeOnEveryDatabase('),
  );
}

async function runChanged(revision) {
  const { all, vitest, specs } = changedTests(revision);
  if (all) return runParts(everyTest);
  await run.part('checks', parts.checks);
  if (vitest.length > 0) await run.part('unit and server', () => run.vitest('changed', [], vitest));
  if (specs.length > 0) await run.part('browser', () => run.playwright('browser', [], specs));
}

async function runOnCitus() {
  const isCore = given.includes('--core');
  const wanted = isCore ? citusCore : names;
  const cluster = startCluster();
  if (cluster === null) process.exit(0);
  process.env.TEST_CITUS = cluster.folder;
  process.env.RECORD_STATEMENTS = mkdtempSync(join(tmpdir(), 'patchbay-statements-'));
  const files = wanted.length === 0 ? citusTests() : wanted;
  await run.part('citus', () => run.vitest('citus', ['--project=server'], files));
  await run.part('statements', () => explainStatements(cluster.folder, wanted.length === 0));
  if (wanted.length === 0) {
    delete process.env.RECORD_STATEMENTS;
    process.env.SECRET_KEY = randomBytes(32).toString('base64');
    process.env.DATABASE_URL = await addDatabase(cluster.folder, 'patchbay_contract');
    await run.part('contract', contract);
    process.env.DATABASE_URL = await addDatabase(cluster.folder, 'patchbay_browser');
    // Each worker of the browser tests would start a server of its own, and they take their database for theirs alone.
    await run.part('browser', () => run.playwright('browser', ['--workers=1'], citusSpecs));
  }
  cluster.stop();
}

/** To how many shards each statement goes that the tests have sent. */
async function explainStatements(cluster, isWhole) {
  const folder = process.env.RECORD_STATEMENTS;
  const options = isWhole ? ['--whole', ...given.filter((each) => each === '--write-docs')] : [];
  const command = ['node', 'bin/citus-statements.ts', folder, cluster, ...options];
  const { status, processorSeconds } = await runProgram(command);
  rmSync(folder, { recursive: true });
  if (status === 0) run.passed += 1;
  else run.failures.push('statements: see above');
  return processorSeconds;
}

/** The API contract against a server on the database; its last line is its counts. */
async function contract() {
  const command = ['node', 'e2e/contract/main.ts'];
  const { status, output, processorSeconds } = await runProgram(command, {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = output.trimEnd().split('\n');
  const [, right = '0'] = /^(\d+) passed, \d+ failed$/.exec(lines.pop() ?? '') ?? [];
  console.log(lines.join('\n'));
  run.passed += Number(right);
  const failed = lines
    .filter((line) => line.startsWith('FAILED '))
    .map((line) => line.slice('FAILED '.length));
  if (failed.length === 0 && status !== 0) failed.push(`ended with ${status}`);
  run.failures.push(...failed.map((each) => `contract: ${each}`));
  return processorSeconds;
}
