/** The words that a module shows are loaded before it: by its page, or by a module that loads it. */

import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { firstWords } from './first-words.ts';

const source = join(import.meta.dirname, '../../..');
const first = 'app/main.tsx';
/** The namespaces that each module adds. */
const groups = new Map<string, readonly string[]>([[first, Object.keys(firstWords)]]);
for await (const name of glob('app/words/chunks/*-words.ts', { cwd: source })) {
  if (/\/(?:all|first)-words\.ts$/.test(name)) continue;
  const exported = Object.values<object>(await import(/* @vite-ignore */ `./${basename(name)}`));
  groups.set(name, exported.flatMap(Object.keys));
}

type File = { imports: string[]; loads: string[]; shows: string[] };

const files = new Map<string, File>();
for await (const name of glob('app/**/*.{ts,tsx}', { cwd: source })) files.set(name, fileOf(name));

function fileOf(name: string): File {
  const text = readFileSync(join(source, name), 'utf8');
  const all = (pattern: RegExp) => [...text.matchAll(pattern)].flatMap(([, found]) => found ?? []);
  const paths = (pattern: RegExp) =>
    all(pattern).flatMap((path) => (path.startsWith('.') ? join(dirname(name), path) : []));
  return {
    imports: paths(/^(?:import|export)(?! type)(?:[^;]*?\sfrom)? '([^']+)';/gm),
    loads: paths(/import\('([^']+)'\)/g),
    shows: all(/(?:useWords|wordsOf)\('(\w+)'\)/g),
  };
}

/** The module with all that is loaded with it. */
function loadedWith(entry: string): ReadonlySet<string> {
  const reached = new Set([entry]);
  for (const name of reached) for (const each of files.get(name)?.imports ?? []) reached.add(each);
  return reached;
}

/** By module that is loaded by itself: the namespaces that are there whichever way it was loaded. */
function wordsByEntry(): ReadonlyMap<string, ReadonlySet<string>> {
  const parts = new Map(
    [first, ...[...files.values()].flatMap(({ loads }) => loads)].map((entry) => [entry, loadedWith(entry)]),
  );
  const own = (entry: string) => [...(parts.get(entry) ?? [])].flatMap((name) => groups.get(name) ?? []);
  const every = [...groups.values()].flat();
  const words = new Map(
    [...parts.keys()].map((entry) => [entry, new Set(entry === first ? own(first) : every)]),
  );
  // What all modules that load it have; the pages of the settings are shown inside of their layout.
  const inherited = (entry: string) => {
    const loaders = [...parts].filter(([, reached]) =>
      [...reached].some((name) => files.get(name)?.loads.includes(entry)),
    );
    const layout = entry.startsWith('app/settings/') && entry !== 'app/settings/services/tasks-page.tsx';
    const outer = layout ? own('app/settings/settings-layout.tsx') : [];
    return [...outer, ...every.filter((each) => loaders.every(([loader]) => words.get(loader)?.has(each)))];
  };
  for (let changed = true; changed; ) {
    changed = false;
    for (const entry of parts.keys()) {
      if (entry === first) continue;
      const next = new Set([...own(entry), ...inherited(entry)]);
      changed ||= next.size !== words.get(entry)?.size;
      words.set(entry, next);
    }
  }
  return words;
}

it('reads every module of the page, and every group of words', () => {
  expect(files.size).toBeGreaterThan(1_000);
  expect([...groups.keys()].filter((name) => !files.has(name))).toEqual([]);
  expect(groups.size).toBeGreaterThan(10);
});

it('a page imports the words of what it shows: add the group of words to the module that this names', () => {
  const missing = [...wordsByEntry()].flatMap(([entry, words]) =>
    [...loadedWith(entry)].flatMap((name) =>
      (files.get(name)?.shows ?? []).flatMap((each) =>
        words.has(each) ? [] : `${entry}: ${each} of ${name}`,
      ),
    ),
  );
  expect(missing).toEqual([]);
});

it('the groups have no word twice', () => {
  const all = [...groups.values()].flat();
  expect(all.filter((each, at) => all.indexOf(each) !== at)).toEqual([]);
});
