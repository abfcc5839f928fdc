#!/usr/bin/env node
/**
 * All tests: `npm test` and then what it leaves out, in three lanes side by side, as the suites of one need the processor,
 * those of another a browser, and those of the third mostly wait. `--beyond` leaves out `npm test` itself. Prints what each
 * suite printed in the order of the table, then the times, what failed, and a line `N passed, N failed`.
 */
import { closeSync, existsSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import temporaryFilesInMemory from '../src/server/testing/memory-folder.ts';
import { endOnSignal, run } from './child-processes.mjs';
import { printTimes } from './test-run.mjs';

const folder = 'test-results/all';
const corpus = '../shared/corpus';

const test = (...options) => ['node', 'bin/test.mjs', ...options];
const suite = (name, ...options) => ['node', `e2e/${name}/main.ts`, ...options];
/** Each suite, `[name, command, environment]`; those of a lane run one after the other. */
const lanes = {
  browser: [
    ['specs', test('--parts=specs')],
    ['variants', test('--parts=variants')],
    ['browsers', suite('browsers')],
  ],
  processor: [
    ['contract', suite('contract')],
    ['contract on PostgreSQL', suite('contract', '5000', '--on=PostgreSQL', '--bodies=10')],
    ['roles', suite('roles')],
    ['mutated messages', test('--parts=mutated messages')],
    ['rules of React', test('--parts=rules of React')],
    ...(existsSync(corpus) ? [['corpus', suite('corpus', corpus)]] : []),
    ['release', suite('release')],
  ],
  waiting: [
    ['kill', test('--parts=kill')],
    ['cluster', suite('cluster')],
    ['attacks', suite('attacks')],
    ['one connection', test('--parts=one connection')],
    ...(existsSync('../shared/citus') ? [['citus', test('--citus', '--core')]] : []),
  ],
};

endOnSignal(() => console.error('\nInterrupted: all that the tests had started has ended.'));
process.once('exit', temporaryFilesInMemory() ?? (() => {}));
const began = performance.now();
mkdirSync(folder, { recursive: true });
const results = [];
if (!process.argv.includes('--beyond')) await runSuite(['npm test', test()]);
const suites = Object.values(lanes).flat();
let printed = 0;
await Promise.all(Object.values(lanes).map(runLane));
printTimes(results);
const wall = (performance.now() - began) / 1000;
console.log(`${wall.toFixed(0)} s by the clock, on ${availableParallelism()} cores\n`);
for (const { name, log } of results) {
  // What failed, and what passed only when it was run again.
  for (const [line] of log.matchAll(/^(?:FAILED|UNSTABLE|SKIPPED) .{0,300}/gm))
    console.log(`${name}: ${line}`);
}
const sum = (key) => results.reduce((total, each) => total + each[key], 0);
console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
process.exitCode = sum('failed') === 0 ? 0 : 1;

async function runLane(lane) {
  for (const each of lane) {
    await runSuite(each);
    printInOrder();
  }
}

/** The last line of each suite is its counts; one that ends without is itself a failure. */
async function runSuite([name, command]) {
  const file = join(folder, `${name.replaceAll(' ', '-')}.log`);
  const output = openSync(file, 'w');
  console.error(`begun: ${name}`);
  const { status, seconds, processorSeconds } = await run(command, { stdio: ['ignore', output, output] });
  closeSync(output);
  const log = readFileSync(file, 'utf8');
  const [, passed = '0', failed = '0'] =
    /^(\d+) passed, (\d+) failed$/m.exec(log.trimEnd().split('\n').pop()) ?? [];
  const counts = { passed: Number(passed), failed: Number(failed) || (status === 0 ? 0 : 1) };
  console.error(`ended: ${name}, ${counts.passed} passed, ${counts.failed} failed, ${seconds.toFixed(0)} s`);
  results.push({ name, ...counts, tests: counts.passed + counts.failed, seconds, processorSeconds, log });
}

function printInOrder() {
  for (; printed < suites.length; printed += 1) {
    const [name] = suites[printed];
    const result = results.find((each) => each.name === name);
    if (result === undefined) return;
    console.log(`\n===== ${name}\n${result.log}`);
  }
}
