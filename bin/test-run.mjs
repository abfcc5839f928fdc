/** What a run of the tests has found: its suites, their times and failures, and the summary at its end. */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { relative } from 'node:path';
import { run } from './child-processes.mjs';

const slowestCount = 10;
const maxRepeatedFiles = 5;

/**
 * `folder` takes the reports of the suites. Up to five test files in which something failed are run once more, alone. A test
 * that passes then is printed as UNSTABLE, with its first message above: it is a fault to mend, but not one of the change
 * that was tested (decision 039).
 */
export class TestRun {
  passed = 0;
  failures = [];
  #unstable = [];
  /** `{ name, tests, seconds, processorSeconds }` of each part, and `[file, seconds]`. */
  #parts = [];
  #files = [];
  #folder;

  constructor(folder) {
    this.#folder = folder;
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
  }

  reportOf(suite) {
    return `${this.#folder}/${suite}.json`;
  }

  /** Runs `work`, which resolves with the processor time of its programs; what passes or fails meanwhile is of this part. */
  async part(name, work) {
    const began = performance.now();
    const before = this.passed + this.failures.length;
    const processorSeconds = await work();
    const tests = this.passed + this.failures.length - before;
    this.#parts.push({ name, tests, seconds: (performance.now() - began) / 1000, processorSeconds });
  }

  /**
   * Runs a command that leaves a JSON report, which `read` takes; a report that is missing or empty is itself a failure,
   * unless the tests were chosen by name. `commandOf` gives the command, for the suite's name and some files or undefined for all.
   */
  async suite(name, commandOf, read, mayBeEmpty) {
    const first = await this.#attempt(name, commandOf(name), read);
    let { processorSeconds } = first;
    this.passed += first.passed.length;
    this.#files.push(...first.files);
    const failedFiles = [...new Set(first.failed.map(({ file }) => file))];
    let { failed } = first;
    if (failedFiles.length > 0 && failedFiles.length <= maxRepeatedFiles) {
      console.error(`${name}: once more, alone: ${failedFiles.join(' ')}`);
      const again = `${name}-repeated`;
      const repeated = await this.#attempt(again, commandOf(again, failedFiles), read);
      processorSeconds += repeated.processorSeconds;
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
      this.passed += passedNow.length;
      this.#unstable.push(...passedNow.map(({ title }) => `${name}: ${title}`));
    }
    this.failures.push(...failed.map(({ title }) => `${name}: ${title}`));
    const isEmpty = first.passed.length === 0 && !mayBeEmpty;
    if (first.failed.length === 0 && (first.status !== 0 || isEmpty))
      this.failures.push(`${name}: ended with ${first.status}`);
    return processorSeconds;
  }

  async #attempt(name, command, read) {
    const report = this.reportOf(name);
    const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report };
    const { status, processorSeconds } = await run(command, { env });
    const totals = existsSync(report)
      ? read(JSON.parse(readFileSync(report, 'utf8')))
      : { passed: [], failed: [], files: [] };
    console.error(`${name}: ${totals.passed.length} passed, ${totals.failed.length} failed, exit ${status}`);
    return { ...totals, status, processorSeconds };
  }

  vitest(name, options, names = []) {
    return this.suite(
      name,
      (suite, files = names) => [
        ...['vitest', 'run', ...files, ...options, '--passWithNoTests', '--reporter=dot', '--reporter=json'],
        `--outputFile.json=${this.reportOf(suite)}`,
      ],
      readVitest,
      names.length > 0,
    );
  }

  playwright(name, options, names = []) {
    return this.suite(
      name,
      (suite, files = names) => [
        ...['playwright', 'test', ...files, '--pass-with-no-tests', '--config', 'e2e/playwright.config.ts'],
        ...['--output', `${this.#folder}/${suite}`, ...options],
      ],
      readPlaywright,
      names.length > 0,
    );
  }

  /** Prints the summary, and sets the exit status. */
  end() {
    console.log('\nThe slowest files:');
    for (const [file, seconds] of this.#files.sort((a, b) => b[1] - a[1]).slice(0, slowestCount))
      console.log(`${time(seconds)}  ${file}`);
    printTimes(this.#parts);
    for (const title of this.#unstable) console.log(`UNSTABLE ${title}`);
    for (const failure of this.failures) console.log(`FAILED ${failure}`);
    console.log(`${this.passed} passed, ${this.failures.length} failed`);
    process.exitCode = this.failures.length === 0 ? 0 : 1;
  }
}

/** A table of `{ name, tests, seconds, processorSeconds }`. */
export function printTimes(parts) {
  const sum = (key) => parts.reduce((total, part) => total + (part[key] ?? 0), 0);
  const row = (tests, seconds, processorSeconds, name) =>
    console.log(`${String(tests).padStart(8)} ${time(seconds)} ${time(processorSeconds)}  ${name}`);
  console.log('\n   Tests      Time  Processor');
  for (const { name, tests, seconds, processorSeconds } of parts)
    row(tests, seconds, processorSeconds ?? 0, name);
  row(sum('tests'), sum('seconds'), sum('processorSeconds'), 'in all\n');
}

const time = (seconds) => `${seconds.toFixed(1).padStart(7)} s`;
const isNew = (known) => (each) => !known.some(({ title }) => title === each.title);

function readVitest({ testResults }) {
  return {
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
  };
}

function readPlaywright({ suites }) {
  const specs = suites.flatMap((file) => specsOf(file).map((spec) => ({ ...spec, file: file.file })));
  const seconds = new Map();
  for (const { file, tests } of specs) {
    const took = tests.flatMap(({ results: runs }) => runs).reduce((sum, run) => sum + run.duration, 0);
    seconds.set(file, (seconds.get(file) ?? 0) + took / 1000);
  }
  return {
    // One that is left out or interrupted is `ok`, too.
    passed: specs.filter(({ tests }) => tests.some(({ status }) => status === 'expected')).map(titleOf),
    failed: specs
      .filter(({ ok }) => !ok)
      .map((spec) => ({ file: `e2e/specs/${spec.file}`, title: titleOf(spec) })),
    files: [...seconds].map(([file, took]) => [`e2e/specs/${file}`, took]),
  };
}
const titleOf = ({ file, line, title }) => `${file}:${line} ${title}`;
const specsOf = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsOf)];
