/**
 * The import law: which room may know which, and where fetch, SQL, the environment, clocks and chance live.
 * Each test fails with sentences that name the file and the rule. The plan is in docs/architecture.md.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const src = dirname(fileURLToPath(import.meta.url));

type File = { path: string; text: string; imports: { from: string; target: string | null }[] };

const files: File[] = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => /\.(ts|tsx)$/.test(path) && path !== 'rooms.test.ts')
  .sort()
  .map((path) => {
    const text = readFileSync(join(src, path), 'utf8');
    return { path, text, imports: importsOf(path, text) };
  });
const product = files.filter((file) => !/\.test\.tsx?$/.test(file.path));

/** Every static and dynamic import; `target` is the path below src of one that stays in the house. */
function importsOf(path: string, text: string): File['imports'] {
  const found = [
    ...text.matchAll(/^\s*(?:import|export)\s(?:[^'"`;]*?\sfrom\s)?['"]([^'"]+)['"]/gm),
    ...text.matchAll(/\bimport\(\s*['"]([^'"]+)['"]/g),
    ...text.matchAll(/new URL\(\s*['"](\.[^'"]+\.ts)['"]\s*,\s*import\.meta\.url/g),
  ];
  return found.map(([, from = '']) => {
    if (from.startsWith('.')) return { from, target: posix.normalize(posix.join(posix.dirname(path), from)) };
    return { from, target: from.startsWith('#') ? from.slice(1) : null };
  });
}

const roomOf = (path: string) => path.split('/')[0] ?? '';
const pageOf = (path: string) => /^app\/([^/]+)\//.exec(path)?.[1] ?? '';

/** What each room may import: rooms, and packages by the start of their name ('*' for any). */
const laws: Record<string, { rooms: string[]; packages: string[] }> = {
  flow: { rooms: [], packages: ['typebox', 'liquidjs', 'immer'] },
  engine: { rooms: ['flow'], packages: [] },
  api: { rooms: ['flow'], packages: ['typebox'] },
  server: { rooms: ['flow', 'engine', 'api'], packages: ['*'] },
  app: { rooms: ['flow', 'api'], packages: ['*'] },
};

/** Rooms inside the server, each with those below it. What is not named here is ground that all may use. */
const serverFloors: Record<string, string[]> = {
  http: ['service', 'connector/markup'],
  service: ['runner', 'store', 'connector'],
  runner: ['store', 'connector'],
  connector: [],
  store: [],
};
const serverGround = [
  'server/world.ts',
  'server/config.ts',
  'server/vault.ts',
  'server/version.ts',
  'server/metrics.ts',
  'server/telemetry/spans.ts',
  'server/service/host.ts',
  'server/service/refusal.ts',
];

/** Where a thing lives, and nowhere else. Paths below src; a folder ends with a slash. */
const homes: { what: string; pattern: RegExp; rooms: string[]; home: string[] }[] = [
  {
    what: 'fetch',
    pattern: /(?<![.\w])fetch\(/,
    rooms: ['flow', 'engine', 'api', 'app'],
    home: ['app/client/'],
  },
  { what: 'the environment', pattern: /process\.env/, rooms: ['*'], home: ['server/config.ts'] },
  {
    what: 'the clock',
    pattern: /Date\.now\(|new Date\(\)|performance\.now\(/,
    rooms: ['flow', 'engine', 'api', 'server'],
    home: ['server/world.ts'],
  },
  {
    what: 'chance',
    pattern: /Math\.random\(|randomUUID\(|randomBytes\(/,
    rooms: ['flow', 'engine', 'api', 'server'],
    home: ['server/world.ts'],
  },
  {
    what: 'SQL',
    pattern: /from 'kysely'|sql`|\.selectFrom\(|\.insertInto\(/,
    rooms: ['server'],
    home: ['server/store/'],
  },
  {
    what: 'reactflow',
    pattern: /from 'reactflow/,
    rooms: ['app'],
    home: ['app/canvas/', 'app/designer/board.tsx'],
  },
];

const forbiddenNames = /(^|[/.-])(utils?|helpers?|common|misc|lib|shared|types|hooks)([/.]|$)/;
const pages = ['flows', 'designer', 'executions', 'revisions', 'test-users', 'settings', 'tasks', 'sign-in'];

describe('the import law', () => {
  it('reads a house that is there', () => expect(product.length).toBeGreaterThan(50));

  it('keeps each room to the rooms and packages it may know', () => {
    const broken = product.flatMap((file) => {
      const law = laws[roomOf(file.path)];
      if (law === undefined) return [`${file.path}: stands in no room`];
      return file.imports.flatMap(({ from, target }) => {
        if (target !== null) {
          const allowed = [
            roomOf(file.path),
            ...law.rooms,
            ...(file.path.startsWith('app/simulator/') ? ['engine'] : []),
          ];
          return allowed.includes(roomOf(target))
            ? []
            : [`${file.path}: ${roomOf(file.path)} may not know ${target}`];
        }
        if (from.startsWith('node:'))
          return roomOf(file.path) === 'server' ? [] : [`${file.path}: only the server knows ${from}`];
        const known = law.packages.some(
          (name) => name === '*' || from === name || from.startsWith(`${name}/`),
        );
        return known ? [] : [`${file.path}: ${roomOf(file.path)} may not use the package ${from}`];
      });
    });
    expect(broken).toEqual([]);
  });

  it('lets data flow one way inside the server', () => {
    const floorOf = (path: string) => /^server\/([^/]+)\//.exec(path)?.[1] ?? '';
    const broken = product.flatMap((file) => {
      const floor = floorOf(file.path);
      const below = serverFloors[floor];
      if (below === undefined) return [];
      return file.imports.flatMap(({ target }) => {
        if (target === null || roomOf(target) !== 'server' || serverGround.includes(target)) return [];
        const to = target.slice('server/'.length);
        const fine = floorOf(target) === floor || below.some((each) => to.startsWith(`${each}/`));
        return fine ? [] : [`${file.path}: ${floor} may not know ${target}`];
      });
    });
    expect(broken).toEqual([]);
  });

  it('has no circles', () => {
    const edges = new Map(
      product.map((file) => [file.path, file.imports.flatMap(({ target }) => target ?? [])]),
    );
    const circles: string[] = [];
    const done = new Set<string>();
    const visit = (path: string, trail: string[]): void => {
      if (trail.includes(path)) circles.push([...trail.slice(trail.indexOf(path)), path].join(' → '));
      if (done.has(path) || trail.includes(path)) return;
      for (const next of edges.get(path) ?? []) visit(next, [...trail, path]);
      done.add(path);
    };
    for (const path of edges.keys()) visit(path, []);
    expect(circles).toEqual([]);
  });

  it('lets pages meet in the address only', () => {
    const broken = product.flatMap((file) =>
      file.imports.flatMap(({ target }) => {
        const [from, to] = [pageOf(file.path), target === null ? '' : pageOf(target)];
        return from !== to && pages.includes(from) && pages.includes(to)
          ? [`${file.path}: the page ${from} imports the page ${to}`]
          : [];
      }),
    );
    expect(broken).toEqual([]);
  });

  it('crosses rooms by name and stays inside by path', () => {
    const broken = files.flatMap((file) =>
      file.imports.flatMap(({ from, target }) => {
        if (target === null) return [];
        const across = roomOf(target) !== roomOf(file.path);
        return across === from.startsWith('#') ? [] : [`${file.path}: writes ${from}`];
      }),
    );
    expect(broken).toEqual([]);
  });

  for (const { what, pattern, rooms, home } of homes) {
    it(`finds ${what} at home only`, () => {
      const broken = product
        .filter((file) => rooms.includes('*') || rooms.includes(roomOf(file.path)))
        .filter(
          (file) =>
            !home.some((place) => (place.endsWith('/') ? file.path.startsWith(place) : file.path === place)),
        )
        .filter((file) => pattern.test(file.text))
        .map((file) => `${file.path}: ${what} lives in ${home.join(' and ')}`);
      expect(broken).toEqual([]);
    });
  }

  it('names files for what they know', () => {
    const badly = files.filter((file) => forbiddenNames.test(file.path)).map((file) => file.path);
    const notKebab = files.filter((file) => !/^[a-z0-9/.-]+$/.test(file.path)).map((file) => file.path);
    expect([...badly, ...notKebab]).toEqual([]);
  });

  it('has no barrels', () => {
    const barrels = product
      .filter(({ text }) => {
        const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '').trim();
        return (
          code !== '' &&
          code
            .split(/;\s*/)
            .every((line) => line === '' || /^export\s+(type\s+)?(\*[^'"]*|\{[^}]*\})\s*from\s/.test(line))
        );
      })
      .map((file) => file.path);
    expect(barrels).toEqual([]);
  });

  it('gives every behaviour a widget of the same name', () => {
    const widgets = new Set(
      product.filter((file) => file.path.startsWith('flow/widgets/')).map((file) => file.path.slice(13)),
    );
    const orphans = product
      .filter((file) => file.path.startsWith('engine/behaviours/'))
      .map((file) => file.path.slice('engine/behaviours/'.length))
      .filter((name) => !widgets.has(name));
    expect(orphans).toEqual([]);
  });

  it('says first what each file is', () => {
    const silent = product
      .filter((file) => !/^(\/\/ @[^\n]*\n)?\/\*\*|^\/\/ /.test(file.text))
      .map((file) => file.path);
    expect(silent).toEqual([]);
  });
});
