#!/usr/bin/env node
/**
 * Mutation testing of the pure core: `npm run test:mutants -- [FOLDER …] [--all] [--seed=1] [--mutants=3000]
 * [--workers=2] [--tests=FOLDER …]`. StrykerJS makes the mutants, `mutant-tests.mjs` tries them, on all tests or those
 * of some folders. Stryker's own Vitest runner starts Vitest again for each mutant: that takes seconds of the
 * processor, the tests that reach the mutant some milliseconds.
 *
 * What was found out is kept: of a killed mutant while its file and that of the test stay as they are, of any other
 * while its file and all tests do.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { appendFileSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { transformSync } from '@babel/core';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { createVitest } from 'vitest/node';

const root = dirname(import.meta.dirname);
const cache = join(root, 'node_modules/.cache/mutants');
const sourcesFile = join(cache, 'sources.json');
const equivalentFile = 'bin/equivalent-mutants.json';
const survivorsFile = join(cache, 'survivors.txt');
const modules = ['flow', 'engine', 'simulator'];
const isOfCore = /\/src\/(flow|engine|simulator)\/.*\.ts$/;
/** The least percentage of killed mutants. */
const goals = { engine: 95, 'flow/change': 95, 'flow/validation': 95 };
const leastOfAll = 85;

const text = (file) => readFileSync(join(root, file), 'utf8');
const hash = (...texts) => createHash('sha256').update(texts.join('\0')).digest('hex').slice(0, 16);

/** Stryker's own bookkeeping at the head of each file, for which functions of `mutant-tests.mjs` stand. */
const bookkeeping = /function stryNS_9fa48\(\)[\s\S]*?\nfunction stryMutAct_9fa48\(id\) \{[\s\S]*?\n\}\n/;
const ownBookkeeping =
  '\nconst stryMutAct_9fa48 = globalThis.mutantIsActive, stryCov_9fa48 = globalThis.mutantsReached;\n';

/** A mutant may make a loop endless, in the tests too: each counts its turns. */
function countTurns({ types, template }) {
  const count = template.statement('globalThis.loopTurn();');
  return {
    visitor: {
      Loop: ({ node }) => {
        node.body = types.blockStatement([count(), node.body]);
      },
    },
  };
}

function withTurns(name, code) {
  return transformSync(code.replace(bookkeeping, ownBookkeeping), {
    filename: name,
    configFile: false,
    compact: false,
    parserOpts: { plugins: ['typescript'] },
    plugins: [countTurns],
  }).code;
}

const quiet = () => undefined;
const log = { info: quiet, debug: quiet, warn: quiet, isDebugEnabled: () => false };

/** The files with the mutants in them, all of them or those of some ids: others make the tests slow. */
function instrument(files, ids) {
  let next = 0;
  // Stryker asks this of each mutant, in the order of their ids.
  const excludedMutations = { includes: () => ids !== undefined && !ids.has(String(next++)) };
  return new Instrumenter(log).instrument(
    files.map((name) => ({ name, mutate: true, content: text(name) })),
    { ignorers: [], excludedMutations, plugins: null },
  );
}

/** All mutants of the files, each with a key that lasts while its line does. */
async function mutantsOf(files) {
  const { mutants } = await instrument(files);
  const linesOf = new Map(files.map((file) => [file, text(file).split('\n')]));
  const sourceOf = new Map(files.map((file) => [file, hash(text(file))]));
  const times = new Map();
  return mutants.map(({ id, fileName: file, location: { start, end }, mutatorName, replacement }) => {
    const lines = linesOf.get(file).slice(start.line, end.line + 1);
    const [line] = lines;
    lines.push(lines.pop().slice(0, end.column));
    lines[0] = lines[0].slice(start.column);
    const original = lines.join('\n');
    const what = hash(file, line, String(start.column), original, mutatorName, replacement);
    times.set(what, (times.get(what) ?? 0) + 1);
    const key = `${what}${times.get(what)}`;
    const [, module] = file.split('/');
    return {
      id,
      key,
      file,
      module,
      source: sourceOf.get(file),
      at: start,
      line: line.trim(),
      original,
      mutatorName,
      replacement,
    };
  });
}

const isSame = (a, b) => ['file', 'line', 'original', 'replacement'].every((name) => a[name] === b[name]);

/** The tests that can reach a module are those of it and of the modules that import it, of the folders if any. */
const testsOf = (module, folders = []) =>
  modules
    .slice(modules.indexOf(module))
    .flatMap((each) => globSync(`src/${each}/**/*.{test.ts,json}`, { cwd: root }))
    .filter((file) => folders.length === 0 || folders.some((folder) => file.startsWith(`src/${folder}`)))
    .sort();

/** The last outcome of each mutant that is still to be relied on. */
function keptOutcomes(mutants, hashes) {
  const wanted = new Map(mutants.map((mutant) => [mutant.key, mutant]));
  const kept = new Map();
  for (const file of globSync(join(cache, 'outcomes*.jsonl')))
    for (const line of readFileSync(file, 'utf8')
      .split('\n')
      .filter((each) => each.endsWith('}'))) {
      const { key, source, status, file: test, tests } = JSON.parse(line);
      const mutant = wanted.get(key);
      if (mutant?.source === source && hashes[test ?? mutant.module] === tests) kept.set(key, status);
    }
  return kept;
}

/** Tries the mutants in another process, which may die of one. */
async function tryInProcess(work, part) {
  const workFile = join(cache, `work-${part}.json`);
  writeFileSync(workFile, JSON.stringify(work));
  const env = { ...process.env, MUTANTS_PART: part, NODE_ENV: 'test' };
  const child = spawn(process.execPath, [import.meta.filename], { env, stdio: 'inherit' });
  await once(child, 'exit');
}

/** That process. */
async function tryMutants(part) {
  const work = join(cache, `work-${part}.json`);
  const outcomes = join(cache, `outcomes-${part}.jsonl`);
  const sources = JSON.parse(readFileSync(sourcesFile, 'utf8'));
  const vitest = await createVitest(
    'test',
    {
      config: false,
      root,
      include: ['bin/mutant-tests.mjs'],
      watch: false,
      isolate: false,
      bail: 1,
      // Its keys know nothing of mutants.
      fsModuleCache: false,
      // Ends with this process.
      pool: 'threads',
      testTimeout: 60_000,
      reporters: [{}],
    },
    {
      plugins: [
        {
          name: 'mutants',
          enforce: 'pre',
          load: (id) =>
            sources[id] ?? (isOfCore.test(id) ? withTurns(id, readFileSync(id, 'utf8')) : undefined),
        },
      ],
    },
  );
  endWhenStuck(outcomes);
  vitest.provide('mutants', { work, outcomes });
  await vitest.start();
  const [failure] = failures(vitest);
  if (failure !== undefined) {
    console.error(failure.message);
    process.exit(1);
  }
  const tried = JSON.parse(readFileSync(work, 'utf8'));
  const known = keptOutcomes(tried.mutants, tried.hashes);
  for (const mutant of tried.mutants) {
    if (known.get(mutant.key) !== 'at import') continue;
    const testFiles = nearestTests(vitest, mutant.file).filter((file) => tried.testFiles.includes(file));
    const record = (status, killer) => {
      const file = testFiles.find((each) => killer?.message.startsWith(each));
      const tests = tried.hashes[file ?? mutant.module];
      const { key, source } = mutant;
      const outcome = { key, source, status, killer: killer?.message, file, tests };
      appendFileSync(outcomes, `${JSON.stringify(outcome)}\n`);
    };
    record('timeout');
    vitest.provide('mutants', { work, outcomes, atImport: { id: mutant.id, testFiles } });
    await vitest.start();
    const [killer] = failures(vitest);
    record(killer === undefined ? 'survived at import' : 'killed', killer);
  }
  await vitest.close();
  // Threads that are still in a test end too.
  process.exit();
}

/** A mutant may take all memory, which ends the thread, or wait for what never comes. */
function endWhenStuck(outcomes) {
  const sizeOf = () => statSync(outcomes, { throwIfNoEntry: false })?.size;
  const first = sizeOf();
  let last = first;
  setInterval(() => {
    const size = sizeOf();
    if (size === last && size !== first) process.exit();
    last = size;
  }, 120_000).unref();
}

function failures(vitest) {
  const modules = vitest.state.getTestModules();
  return [
    ...modules.flatMap((each) => each.errors()),
    ...modules
      .flatMap((each) => [...each.children.allTests('failed')])
      .map((test) => ({ message: `${test.fullName}: ${test.result().errors[0]?.message}` })),
  ];
}

/**
 * The tests that are most likely to fail of what a module does when it is loaded: those of its folder, then those that
 * import it first.
 */
function nearestTests(vitest, file) {
  const { moduleGraph } = vitest.vite.environments.ssr;
  const reached = new Set(moduleGraph.getModulesByFile(join(root, file)));
  for (const module of reached) for (const importer of module.importers) reached.add(importer);
  const isBeside = (test) => dirname(test) === dirname(file);
  return [...reached]
    .map((module) => relative(root, module.file))
    .filter((each) => each.endsWith('.test.ts'))
    .toSorted((a, b) => Number(isBeside(b)) - Number(isBeside(a)))
    .slice(0, 8);
}

function report(outcomes) {
  const isKilled = ({ status }) => status === 'killed' || status === 'timeout';
  const survivors = outcomes
    .filter((each) => !isKilled(each))
    .map(({ file, at, status, mutatorName, original, replacement }) =>
      [`${file}:${at.line + 1}:${at.column + 1} ${mutatorName} ${status}`, original, replacement].join(
        '\n  ',
      ),
    );
  writeFileSync(survivorsFile, survivors.join('\n'));

  const folders = Map.groupBy(outcomes, ({ file }) => dirname(file).slice('src/'.length));
  const within = (folder) => outcomes.filter(({ file }) => file.startsWith(`src/${folder}/`));
  const totals = [['all', outcomes], ...Object.keys(goals).map((each) => [`${each}/**`, within(each)])];
  const rows = [...[...folders].sort(), ...totals].flatMap(([folder, each]) => {
    const count = (status) => each.filter((outcome) => outcome.status === status).length;
    const killed = each.filter(isKilled).length;
    const score = Math.floor((1000 * killed) / each.length) / 10;
    const survived = count('survived') + count('survived at import');
    return each.length === 0
      ? []
      : [[folder, { killed, survived, 'not reached': count('not reached'), '%': score }]];
  });
  console.table(Object.fromEntries(rows));
  console.log(`mutants: what no test kills is in ${relative(root, survivorsFile)}`);
  const goalOf = new Map([
    ['all', leastOfAll],
    ...Object.entries(goals).map(([folder, goal]) => [`${folder}/**`, goal]),
  ]);
  return rows.filter(([folder, row]) => row['%'] < goalOf.get(folder)).map(([folder]) => folder);
}

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      all: { type: 'boolean', default: false },
      seed: { type: 'string', default: '1' },
      mutants: { type: 'string', default: '3000' },
      workers: { type: 'string', default: String(availableParallelism()) },
      tests: { type: 'string', multiple: true },
    },
  });
  const started = performance.now();
  mkdirSync(cache, { recursive: true });
  const folders = positionals.map((each) => join('src', each.replace(/^src\//, '')));
  const files = globSync(`src/{${modules}}/**/*.ts`, { cwd: root })
    .filter((file) => !/\.test\.ts$|\/testing\//.test(file))
    .filter((file) => folders.length === 0 || folders.some((folder) => file.startsWith(folder)))
    .sort();
  const mutants = await mutantsOf(files);
  const listed = JSON.parse(text(equivalentFile))
    .flatMap(({ mutants }) => mutants)
    .filter(({ file }) => files.includes(file));
  const stale = listed.filter((each) => !mutants.some((mutant) => isSame(each, mutant)));
  if (stale.length > 0)
    throw new Error(`Mutants that are in ${equivalentFile} only: ${JSON.stringify(stale, null, 2)}`);
  const different = mutants
    .filter((mutant) => !listed.some((each) => isSame(each, mutant)))
    .map((mutant) => ({ ...mutant, rank: hash(values.seed, mutant.key) }));
  const sample = different.toSorted((a, b) => (a.rank < b.rank ? -1 : 1)).slice(0, Number(values.mutants));
  const chosen = values.all || folders.length > 0 ? different : sample;

  const hashes = Object.fromEntries([
    ...modules.map((module) => [module, hash(...testsOf(module, values.tests).map(text))]),
    ...testsOf('flow', values.tests).map((file) => [file, hash(text(file))]),
  ]);
  const remaining = () => {
    const known = keptOutcomes(chosen, hashes);
    return chosen.filter(({ key }) => [undefined, 'at import'].includes(known.get(key)));
  };
  let left = remaining();
  const { files: sources } = await instrument(files, new Set(left.map(({ id }) => id)));
  const withMutants = sources.map(({ name, content }) => [join(root, name), withTurns(name, content)]);
  writeFileSync(sourcesFile, JSON.stringify(Object.fromEntries(withMutants)));
  const progress = setInterval(() => console.log(`mutants: ${remaining().length} left`), 60_000);
  console.log(`mutants: ${chosen.length} of ${mutants.length}, ${left.length} to try`);
  while (left.length > 0) {
    const module = modules.find((each) => left.some((mutant) => mutant.module === each));
    // Those of growth measure time.
    const testFiles = testsOf(module, values.tests).filter((file) => /(?<!growth)\.test\.ts$/.test(file));
    const workers = Array.from({ length: Math.min(Number(values.workers), left.length) }, (_, part) => part);
    const share = (part) => left.filter((_, index) => index % workers.length === part);
    await Promise.all(
      workers.map((part) => tryInProcess({ mutants: share(part), testFiles, hashes }, String(part))),
    );
    const before = left.length;
    left = remaining();
    if (left.length === before) throw new Error('No mutant could be tried: do the tests pass as they are?');
  }
  clearInterval(progress);
  const known = keptOutcomes(chosen, hashes);
  const below = report(chosen.map((mutant) => ({ ...mutant, status: known.get(mutant.key) })));
  const minutes = ((performance.now() - started) / 60_000).toFixed(1);
  console.log(
    `mutants: ${minutes} minutes${below.length > 0 ? `; below the goal: ${below.join(', ')}` : ''}`,
  );
  if (below.length > 0) process.exitCode = 1;
}

if (process.env.MUTANTS_PART === undefined) await main();
else await tryMutants(process.env.MUTANTS_PART);
