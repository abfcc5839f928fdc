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
const tests = [];
// That one example fails is enough.
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

beforeEach(({ task }) => {
  current = { task, kills: 0 };
  tests.push(current);
  turns = 0;
});
afterEach(() => {
  Object.assign(current, { turns, run: TestRunner.getTestFn(current.task) });
  current = undefined;
});

const files = import.meta.glob('/src/{flow,engine,simulator}/**/*.test.ts');
for (const file of atImport?.testFiles ?? testFiles)
  describe(file, async () => void (await files[`/${file}`]()));

/** Of the tests that reach it, the first that fails. */
async function killerOf(id, reaching) {
  for (const each of reaching) {
    active = id;
    turns = 0;
    mostTurns = each.turns * 10 + 10_000;
    try {
      await each.run();
    } catch {
      return each.task.fullTestName;
    } finally {
      active = undefined;
    }
  }
  return undefined;
}

/** Quick ones first, and of those what has killed most. */
const inOrder = (reaching) =>
  reaching
    .filter(({ run }) => run !== undefined)
    .map((each) => ({ each, cost: (0.2 + (each.task.result?.duration ?? 0)) / (1 + each.kills) }))
    .sort((a, b) => a.cost - b.cost)
    .map(({ each }) => each);

describe.skipIf(atImport)('the mutants', () => {
  it('are tried', { timeout: 0 }, async () => {
    for (const { id, key, source, module } of mutants) {
      const record = (status, killer) => {
        const file = killer?.split(' > ')[0];
        const outcome = { key, source, status, killer, file, tests: hashes[file ?? module] };
        appendFileSync(outcomes, `${JSON.stringify(outcome)}\n`);
      };
      const reaching = inOrder(reachedBy.get(id));
      if (reaching.length === 0) {
        record(reachedByImport.has(id) ? 'at import' : 'not reached');
        continue;
      }
      // Should this process not live to tell.
      record('timeout');
      const killer = await killerOf(id, reaching);
      for (const each of tests) if (each.task.fullTestName === killer) each.kills++;
      record(killer === undefined ? 'survived' : 'killed', killer);
    }
  });
});
