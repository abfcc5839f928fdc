/**
 * Tries the planted faults of this folder on the tests that can reach each, in a worktree of its own, and prints which command
 * would have found it. `npm run test:faults`; `-- 07 12` tries these; `--at REV` tries them on another commit; `--every` does not
 * stop at the first test that finds one; `--without-checks` leaves out types and lint.
 *
 * What fails counts where the same test passes without the fault. A patch that no longer applies fails the script.
 */

import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { setPriority, tmpdir } from 'node:os';
import { delimiter, join, relative } from 'node:path';
import { parseArgs } from 'node:util';

const root = join(import.meta.dirname, '../..');
const { values: options, positionals: numbers } = parseArgs({
  allowPositionals: true,
  options: {
    at: { type: 'string', default: 'HEAD' },
    every: { type: 'boolean', default: false },
    'without-checks': { type: 'boolean', default: false },
  },
});

/** `tests` are paths of Vitest and Playwright files, and names of suites: folders of `e2e` with a `main.ts`. */
type Fault = { name: string; patch: string; what: string; tests: string[]; files: string[] };
type Failure = { test: string; title: string };
/** Which command runs a test, and what of the named tests fails now. */
type Step = { command: 'npm test' | 'test:all'; tests: string[]; run(tests: string[]): Failure[] };
type Finding = Failure & Pick<Step, 'command'>;

const folder = mkdtempSync(join(tmpdir(), 'patchbay-faults-'));
const checkout = join(folder, 'checkout');
const report = join(folder, 'report.json');
/** The status of a program that Ctrl+C has ended. */
const interrupted = 130;

/** @throws Error where Ctrl+C has ended it */
function run(command: string, ...args: string[]) {
  const ended = spawnSync(command, args, {
    cwd: checkout,
    encoding: 'utf8',
    maxBuffer: 1024 ** 3,
    env: {
      ...process.env,
      PATH: [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter),
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    },
  });
  if (ended.signal !== null || ended.status === interrupted) throw new Error(`${command} was ended`);
  return ended;
}

/** @throws Error with what the command wrote */
function must(command: string, ...args: string[]): void {
  const { status, stdout, stderr } = run(command, ...args);
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}\n${stdout}${stderr}`);
}

const read = (path: string) => readFileSync(path, 'utf8');
const copy = (from: string, to: string) => cpSync(from, to, { recursive: true });

function openCheckout(): void {
  const added = spawnSync('git', ['worktree', 'add', '--detach', checkout, options.at], {
    cwd: root,
    encoding: 'utf8',
  });
  if (added.status !== 0) throw new Error(added.stderr);
  if (read(join(checkout, 'package-lock.json')) !== read(join(root, 'package-lock.json')))
    throw new Error(`${options.at} has other dependencies: start the script in a checkout of it`);
  symlinkSync(join(root, 'node_modules'), join(checkout, 'node_modules'));
  if (existsSync(join(root, 'dist'))) copy(join(root, 'dist'), join(checkout, 'dist'));
  build();
  copy(join(checkout, 'dist'), join(folder, 'dist'));
  isRebuilt = false;
}

let planted: Fault | null = null;
let isRebuilt = false;

/** Makes the checkout one with that fault and no other. */
function plant(fault: Fault | null): void {
  if (planted === fault) return;
  must('git', 'checkout', '--', '.');
  if (isRebuilt) {
    rmSync(join(checkout, 'dist'), { recursive: true });
    copy(join(folder, 'dist'), join(checkout, 'dist'));
    isRebuilt = false;
  }
  if (fault !== null) must('git', 'apply', fault.patch);
  planted = fault;
}

/** Builds the page and the server where they are stale. */
function build(): void {
  must('node', 'bin/setup.mjs');
  isRebuilt = true;
}

/** Without a fault every failure is asked for. */
const stopsAtFirst = () => planted !== null && !options.every;

function vitest(files: string[]): Failure[] {
  rmSync(report, { force: true });
  const limits = ['--maxWorkers=1', ...(stopsAtFirst() ? ['--bail=1'] : [])];
  run('vitest', 'run', ...files, ...limits, '--reporter=json', `--outputFile=${report}`);
  if (!existsSync(report)) return files.map((test) => ({ test, title: 'ended without a report' }));
  type Result = { status: string; fullName: string };
  type File = { name: string; status: string; assertionResults: Result[] };
  return (JSON.parse(read(report)).testResults as File[]).flatMap(({ name, status, assertionResults }) => {
    const test = relative(checkout, name);
    const failed = assertionResults.filter((result) => result.status === 'failed');
    if (status === 'failed' && failed.length === 0) return [{ test, title: 'the file itself' }];
    return failed.map(({ fullName: title }) => ({ test, title }));
  });
}

type Suite = { title: string; specs?: { ok: boolean; title: string }[]; suites?: Suite[] };

function playwright(files: string[], ...filter: string[]): Failure[] {
  rmSync(report, { force: true });
  const limits = ['--workers=1', '--pass-with-no-tests', ...(stopsAtFirst() ? ['--max-failures=1'] : [])];
  run('playwright', 'test', '--config', 'e2e/playwright.config.ts', ...files, ...limits, ...filter);
  if (!existsSync(report)) return files.map((test) => ({ test, title: 'ended without a report' }));
  const failuresOf = (test: string, { specs = [], suites = [] }: Suite): Failure[] => [
    ...specs.flatMap(({ ok, title }) => (ok ? [] : [{ test, title }])),
    ...suites.flatMap((inner) => failuresOf(test, inner)),
  ];
  const { suites, errors } = JSON.parse(read(report)) as { suites: Suite[]; errors: { message: string }[] };
  const failures = suites.flatMap((file) => failuresOf(`e2e/specs/${file.title}`, file));
  return failures.length > 0
    ? failures
    : errors.map(({ message }) => ({ test: files[0] ?? '', title: message }));
}

function runSuites(names: string[]): Failure[] {
  return names.flatMap((test) => {
    const { status, stdout } = run('node', `e2e/${test}/main.ts`);
    const failed = [...stdout.matchAll(/^FAILED (.*)$/gm)].map(([, title = '']) => ({ test, title }));
    return status === 0 || failed.length > 0 ? failed : [{ test, title: `ended with ${status}` }];
  });
}

/** Types, and lint of what a patch changes. */
function passesChecks({ files }: Fault): boolean {
  const types = ['--noEmit', '-p', '.', '--incremental', '--tsBuildInfoFile', join(folder, 'types')];
  return (
    run('biome', 'check', '--error-on-warnings', ...files).status === 0 && run('tsc', ...types).status === 0
  );
}

/** An earlier commit may not have all of them. */
const isThere = (test: string) =>
  existsSync(join(checkout, test.includes('/') ? test : `e2e/${test}/main.ts`));
const isSpec = (test: string) => test.startsWith('e2e/specs/');
const isJourney = (test: string) => isSpec(test) && read(join(checkout, test)).includes('@journey');

/** From the quickest: a fault that `npm test` finds, `test:all` finds too. */
function stepsOf(tests: readonly string[]): Step[] {
  const built = (work: (tests: string[]) => Failure[]) => (chosen: string[]) => {
    build();
    return work(chosen);
  };
  const steps: Step[] = [
    { command: 'npm test', tests: tests.filter((test) => /^(src|bin)\//.test(test)), run: vitest },
    {
      ...{ command: 'npm test', tests: tests.filter((test) => test.startsWith('e2e/api/')) },
      run: built(vitest),
    },
    {
      ...{ command: 'npm test', tests: tests.filter(isJourney) },
      run: built((chosen) => playwright(chosen, '--grep', '@journey')),
    },
    { command: 'test:all', tests: tests.filter((test) => test.startsWith('e2e/kill/')), run: built(vitest) },
    {
      ...{ command: 'test:all', tests: tests.filter(isSpec) },
      run: built((chosen) => playwright(chosen, '--grep-invert', '@journey')),
    },
    { command: 'test:all', tests: tests.filter((test) => !test.includes('/')), run: built(runSuites) },
  ];
  return steps.filter((step) => step.tests.length > 0);
}

const failsAnyway = new Map<string, ReadonlySet<string>>();

/** Whether the test passes without a fault; each file is run once. */
function isSound({ test, title }: Failure): boolean {
  plant(null);
  let failing = failsAnyway.get(test);
  if (failing === undefined) {
    const failures = stepsOf([test]).flatMap((step) => step.run([test]));
    failing = new Set(failures.map((each) => each.title));
    failsAnyway.set(test, failing);
  }
  if (failing.has(title)) console.log(`   fails without the fault, too: ${test}: ${title}`);
  return !failing.has(title);
}

function find(fault: Fault): Finding[] {
  plant(fault);
  if (!options['without-checks'] && !passesChecks(fault))
    return [{ command: 'npm test', test: 'checks', title: 'types and lint' }];
  const found: Finding[] = [];
  for (const { command, tests, run: attempt } of stepsOf(fault.tests)) {
    plant(fault);
    found.push(
      ...attempt(tests)
        .filter(isSound)
        .map((each) => ({ ...each, command })),
    );
    if (found.length > 0 && !options.every) break;
  }
  plant(null);
  return found;
}

function faults(): Fault[] {
  const names = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.patch'));
  return names.sort().flatMap((name) => {
    if (numbers.length > 0 && !numbers.some((number) => name.startsWith(`${number}-`))) return [];
    const patch = join(import.meta.dirname, name);
    const [what = '', tests = ''] = read(patch).split('\n');
    const files = [...read(patch).matchAll(/^\+\+\+ b\/(.*)$/gm)].map(([, file = '']) => file);
    must('git', 'apply', '--check', patch);
    const named = tests.replace('Tests: ', '').split(' ');
    const missing = named.filter((test) => !isThere(test));
    if (missing.length > 0 && options.at === 'HEAD') throw new Error(`${name} names ${missing.join(', ')}`);
    return [{ name, patch, what, tests: named.filter(isThere), files }];
  });
}

setPriority(5);
// The running command ends by it, and with that this script, having tidied up.
process.on('SIGINT', () => {});
try {
  openCheckout();
  const rows: string[] = [];
  const counts = { 'npm test': 0, 'test:all': 0, nobody: 0 };
  for (const fault of faults()) {
    console.log(`${fault.name}: ${fault.what}`);
    const found = find(fault);
    const by = found[0]?.command ?? 'nobody';
    counts[by] += 1;
    for (const { command, test, title } of found) console.log(`   ${command}: ${test}: ${title}`);
    rows.push(
      [by.padEnd(8), fault.name, found[0] ? `${found[0].test}: ${found[0].title}` : fault.what].join('  '),
    );
  }
  console.log(`\n${rows.join('\n')}\n`);
  const all = counts['npm test'] + counts['test:all'];
  console.log(`npm test finds ${counts['npm test']}, test:all ${all}, nobody ${counts.nobody}`);
} finally {
  spawnSync('git', ['worktree', 'remove', '--force', checkout], { cwd: root });
  rmSync(folder, { recursive: true, force: true });
}
