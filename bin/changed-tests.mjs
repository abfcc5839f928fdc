/**
 * Which tests a change can reach: `npm test -- --changed` runs those for what differs from HEAD, `--changed=REV` from another revision.
 *
 * By the imports of all files, among which count the programs and threads that a file starts:
 * - a test file that imports a changed file, over any number of files; and those that read the sources as text, for any change;
 * - a browser spec that imports it, as a fixture does;
 * - for a file of the server, or one that every page loads, all browser specs: what the server does is seen on any page;
 * - for a file of some pages, the specs that are on one of them. A spec is on a page where it, or a file of `e2e` that it imports,
 *   has a word of the page's address or file name: specs go to pages by addresses, and by links with such names. That is
 *   too many specs rather than too few;
 * - another file (data, a document, a style) counts as a change of the files that have its name in their text, and reaches the tests
 *   above its folder;
 * - for the dependencies and the settings of the tools, all.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { root as checkout } from './fingerprint.mjs';

const isCode = (path) => /\.(ts|tsx|mjs)$/.test(path) && !path.endsWith('.d.mts');
const isTest = (path) => /\.test\.tsx?$/.test(path) && /^(src|bin|e2e)\//.test(path);
const isSpec = (path) => /^e2e\/specs\/.*\.spec\.ts$/.test(path);
/** All specs have them: that they fill an account with something of every page says nothing of a spec. */
const isFixture = (path) => /^e2e\/(account-)?fixtures\.ts$/.test(path);

/** Test files that read sources or documents as text: those of a folder that has all. */
export const readsSources = (path) => /^(src|src\/app|bin\/reference)\/[^/]+\.test\.ts$/.test(path);

/** A change of one of them can change anything. */
const settings = /^(package(-lock)?\.json|tsconfig\.json|vite\.config\.ts|e2e\/playwright\.config\.ts)$/;
/** Files of the page, and of its build, that are no modules of it. */
const ofEveryPage =
  /^(index\.html|public\/|bin\/(compressed-files|icon-imports|page-chunks|react-aria-words)\.ts$)/;

/** The program that a file starts without naming it in an import. */
const started = {
  'src/server/testing/programs.ts': ['src/server/main.ts'],
  'bin/start-flags.ts': ['src/server/main.ts'],
  'bin/patchbay.mjs': ['src/cli/main.ts'],
  'bin/dev/dev.test.ts': ['bin/dev/main.ts'],
};

const pageMain = 'src/app/main.tsx';
const routeFiles = ['src/app/routes.tsx', 'src/app/settings/settings-routes.tsx'];

/**
 * What to run for these files. `all` is true where everything can be reached.
 *
 * @param changed paths from the root, with slashes
 */
export function testsFor(changed, { root = checkout, files = filesOf(root) } = {}) {
  const texts = new Map(files.filter(isCode).map((path) => [path, read(root, path)]));
  const tests = files.filter(isTest);
  const specs = files.filter(isSpec);
  if (changed.some((path) => settings.test(path))) return { all: true, vitest: tests, specs };
  if (changed.length === 0) return { all: false, vitest: [], specs: [] };

  const imports = new Map([...texts].map(([path, text]) => [path, importsOf(path, text)]));
  const importers = reversed(imports);
  const others = changed.filter((path) => !isCode(path));
  const isNaming = (path) => others.some((other) => texts.get(path).includes(posix.basename(other)));
  const touched = [...changed, ...[...texts.keys()].filter(isNaming)];
  const reached = closure(touched, importers);
  const isAbove = (path) => others.some((other) => other.startsWith(`${posix.dirname(path)}/`));
  const mayRead = (path) =>
    !path.startsWith('src/app/') || changed.some((each) => each.startsWith('src/app/'));
  const vitest = tests.filter(
    (path) => reached.has(path) || (readsSources(path) && mayRead(path)) || isAbove(path),
  );
  return { all: false, vitest, specs: specsFor({ touched, reached, specs, texts, imports }) };
}

/** The same for the changes in the checkout since a revision, those that are not committed and new files among them. */
export function changedTests(revision = 'HEAD', root = checkout) {
  return testsFor(changedFiles(revision, root), { root });
}

function changedFiles(revision, root) {
  const differing = git(root, 'diff', '--name-only', '-z', '--no-renames', '--relative', revision, '--');
  return [...new Set([...differing, ...git(root, 'ls-files', '-z', '--others', '--exclude-standard')])];
}

function git(root, ...args) {
  try {
    const options = { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 2 ** 26 };
    return execFileSync('git', args, options).split('\0').filter(Boolean);
  } catch (error) {
    const reason = String(error.stderr ?? error.message)
      .trim()
      .split('\n')[0];
    throw new Error(`--changed needs git, and a revision that it knows: ${reason}`);
  }
}

const filesOf = (root) =>
  git(root, 'ls-files', '-z', '--cached', '--others', '--exclude-standard', 'src', 'bin', 'e2e').filter(
    (path) => existsSync(join(root, path)),
  );

const read = (root, path) => readFileSync(join(root, path), 'utf8');

/** What a file imports or starts, as paths from the root; whether that is there does not matter. */
export function importsOf(path, text) {
  const found = [
    ...text.matchAll(/^\s*(?:import|export)\s(?:[^'"`;]*?\sfrom\s)?['"]([^'"]+)['"]/gm),
    ...text.matchAll(/\bimport\(\s*['"]([^'"]+)['"]/g),
    ...text.matchAll(/new URL\(\s*['"](\.[^'"]+\.\w+)['"]\s*,\s*import\.meta\.url/g),
  ].map(([, from]) => from);
  const threads = [...text.matchAll(/threadProgram\('([\w-]+)'/g)].map(([, name]) => `./${name}.ts`);
  const targets = [...found, ...threads].flatMap((from) => {
    if (from.startsWith('.')) return [posix.normalize(posix.join(dirname(path), from)).replace(/\?.*$/, '')];
    return from.startsWith('#') ? [`src/${from.slice(1)}`] : [];
  });
  return new Set([...targets, ...(started[path] ?? [])]);
}

function reversed(imports) {
  const importers = new Map();
  for (const [path, targets] of imports)
    for (const target of targets) importers.set(target, (importers.get(target) ?? new Set()).add(path));
  return importers;
}

/** The nodes that are reached over these edges, with the first ones. */
function closure(first, edges, isCut = () => false) {
  const reached = new Set(first);
  for (const path of reached)
    for (const next of edges.get(path) ?? []) if (!isCut(path, next)) reached.add(next);
  return reached;
}

function specsFor({ touched, reached, specs, texts, imports }) {
  const pages = pagesOf(texts);
  const isPage = (path, next) => routeFiles.includes(path) && pages.has(next);
  const ofAllPages = closure([pageMain], imports, isPage);
  const ofServer = closure(['src/server/main.ts'], imports);
  const isEverywhere = (path) => ofServer.has(path) || ofAllPages.has(path) || ofEveryPage.test(path);
  if (touched.some(isEverywhere)) return specs;
  const changedPages = [...pages].filter(([page]) => {
    const ofPage = closure([page], imports);
    return touched.some((path) => ofPage.has(path));
  });
  const words = changedPages.flatMap(([, each]) => each);
  const isOn = words.length === 0 ? null : new RegExp(words.join('|'), 'i');
  return specs.filter((spec) => {
    if (reached.has(spec)) return true;
    const own = [...closure([spec], imports, (_, next) => !next.startsWith('e2e/') || isFixture(next))];
    return isOn !== null && own.some((path) => isOn.test(texts.get(path) ?? ''));
  });
}

/** The modules of the pages by the table of routes, each with patterns for the words by which specs name it. */
function pagesOf(texts) {
  const pages = new Map();
  // A function that loads a page stands before the routes that use it, in a part of its own.
  for (const file of routeFiles)
    for (const part of (texts.get(file) ?? '').split(/(?=\bcreateRoute\(|^function )/m)) {
      const [, address = ''] = /\bpath: '([^']*)'/.exec(part) ?? [];
      for (const [, from] of part.matchAll(/\bimport\(\s*'(\.[^']+)'/g)) {
        const module = posix.normalize(posix.join(posix.dirname(file), from));
        const [folder, name] = module
          .replace(/(-(page|layout|section))*\.tsx?$/, '')
          .split('/')
          .slice(-2);
        const segments = address.split('/').filter((each) => /^[a-z]/.test(each));
        const words = [folder, name, ...segments.slice(-1)].map(pattern);
        pages.set(module, [...new Set([...(pages.get(module) ?? []), ...words])]);
      }
    }
  return pages;
}

/** `sent-emails` is also "Sent email". */
const pattern = (word) => word.replace(/s$/, '').replaceAll('-', '[ -]?');
