/**
 * The tests of the pure core as one file of Vitest (`mutants.mjs` starts it): each test runs once, which tells what
 * mutants it reaches; then each mutant is tried on the tests that reach it, until one fails. No test of the core has
 * hooks or keeps state, so a test is run again by calling its function. With `atImport` that one mutant is in the
 * modules from when they are loaded, and the tests run once.
 */
import { appendFileSync, readFileSync } from 'node:fs';
import { configureGlobal } from 'fast-check';
import { afterEach, beforeEach, describe, inject, it, TestRunner } from 'vitest';

const { work, outcomes, atImport } = inject('mutants');
const { mutants, hashes, testFiles } = JSON.parse(readFileSync(work, 'utf8'));
const reachedBy = new Map(mutants.map(({ id }) => [id, []]));
const reachedByImport = new Set();
// No test fails because mutants make it slow, and that one example fails is enough.
performance.now = () => 0;
configureGlobal({ endOnFailure: true });

let current;
let active = atImport?.id;
let turns = 0;
let mostTurns = 10_000_000;

// What the sources with mutants call.
globalThis.mutantIsActive = (id) => id === active;
globalThis.mutantsReached = (...ids) => {
  if (active !== undefined) return;
  for (const id of ids) {
    const reaching = reachedBy.get(id);
    if (current === undefined) reachedByImport.add(id);
    else if (reaching !== undefined && reaching.at(-1) !== current) reaching.push(current);
  }
};
globalThis.loopTurn = () => {
  if (++turns > mostTurns) throw new Error('The loop has no end.');
};

let started;
beforeEach(({ task }) => {
  current = { name: task.fullTestName, run: TestRunner.getTestFn(task), kills: 0 };
  turns = 0;
  started = process.threadCpuUsage();
});
afterEach(() => {
  const { user, system } = process.threadCpuUsage(started);
  Object.assign(current, { turns, ms: (user + system) / 1000 });
  current = undefined;
});

const files = import.meta.glob('/src/{flow,engine,simulator}/**/*.test.ts');
for (const file of atImport?.testFiles ?? testFiles)
  describe(file, async () => void (await files[`/${file}`]()));

/**
 * Milliseconds of the processor that the tests of one mutant may take together: what many tests reach is not tried on
 * the slowest of them.
 */
const mostMs = 1_000;

/** Of the tests that reach a mutant, the first that fails: quick ones first, and of those what has killed most. */
async function killerOf(id, reaching) {
  const cost = ({ ms, kills }) => (0.2 + ms) / (1 + kills);
  let left = mostMs;
  for (const each of reaching.sort((a, b) => cost(a) - cost(b))) {
    if (each.ms > left) continue;
    left -= each.ms;
    active = id;
    turns = 0;
    mostTurns = each.turns * 10 + 10_000;
    try {
      await each.run();
    } catch {
      each.kills++;
      return each.name;
    } finally {
      active = undefined;
    }
  }
  return undefined;
}

describe.skipIf(atImport)('the mutants', () => {
  it('are tried', { timeout: 0 }, async () => {
    for (const { id, key, source, module } of mutants) {
      const record = (status, killer) => {
        const file = killer?.split(' > ')[0];
        const outcome = { key, source, status, killer, file, tests: hashes[file ?? module] };
        appendFileSync(outcomes, `${JSON.stringify(outcome)}\n`);
      };
      const reaching = reachedBy.get(id).filter(({ ms }) => ms !== undefined);
      if (reaching.length === 0) {
        record(reachedByImport.has(id) ? 'at import' : 'not reached');
        continue;
      }
      // Should this process not live to tell.
      record('timeout');
      const killer = await killerOf(id, reaching);
      record(killer === undefined ? 'survived' : 'killed', killer);
    }
  });
});
