/**
 * Builds the server into few files, `dist/server`: loading two thousand modules one by one takes most of a start, and a
 * quarter of the memory at rest. Development runs the sources, where nothing has to be built.
 */
import { rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { bundledPackages } from './bundled-packages.mjs';
import { fingerprint, root, serverSources, serverStamp } from './fingerprint.mjs';

/** The program and its worker threads, each by the name that its file in `dist/server` has. */
const entries = {
  main: 'src/server/main.ts',
  'checkpoint-thread': 'src/server/platform/database/checkpoint-thread.ts',
  'integrity-thread': 'src/server/platform/database/integrity-thread.ts',
  'listener-thread': 'src/server/email/smtp/listener-thread.ts',
  'parser-thread': 'src/server/email/mime/parser-thread.ts',
  'definition-thread': 'src/server/flows/definition-thread.ts',
  cli: 'src/cli/main.ts',
};

/** Loaded only by `pg`, where its native part is installed. */
const external = [/^pg-native$/];

/**
 * `import … from 'node:http'` reads every export, and some of them load what the server has no use for: the fetch client of
 * Node, and its HTTP/2. In each thread that takes a tenth of a start. So the import gives what can be had without.
 */
const httpWithoutFetch = {
  name: 'http-without-fetch',
  resolveId: (id, _importer, { kind }) =>
    id === 'node:http' && kind === 'import-statement' ? '\0http' : null,
  load(id) {
    if (id !== '\0http') return null;
    const all = Object.entries(Object.getOwnPropertyDescriptors(http));
    const names = all.flatMap(([name, { get }]) => (get === undefined ? [name] : []));
    return [
      "const http = process.getBuiltinModule('node:http');",
      'export default http;',
      `export const { ${names.join(', ')} } = http;`,
    ].join('\n');
  },
};

const built = fingerprint(serverSources);
const folder = join(root, 'dist', 'server');
// A build that fails leaves none behind that looks up to date.
rmSync(serverStamp, { force: true });
rmSync(folder, { recursive: true, force: true });
const build = await rolldown({
  ...{ cwd: root, input: entries, platform: 'node', external, logLevel: 'warn' },
  plugins: [httpWithoutFetch, bundledPackages('server')],
});
await build.write({
  dir: folder,
  format: 'esm',
  entryFileNames: '[name].mjs',
  chunkFileNames: '[name]-[hash].mjs',
  // Node keeps the text of a program for as long as it runs, with two bytes for each character where one is not of ASCII.
  comments: false,
  minify: { compress: false, mangle: false, codegen: { removeWhitespace: false, asciiOnly: true } },
});
await build.close();
writeFileSync(serverStamp, built);
