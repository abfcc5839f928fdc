import { availableParallelism } from 'node:os';
import { relative } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { bundledPackages } from './bin/bundled-packages.mjs';
import { readsSources, testsFor } from './bin/changed-tests.mjs';
import { compressedFiles } from './bin/compressed-files.ts';
import { iconImports } from './bin/icon-imports.ts';
import { noteImports, pageChunks } from './bin/page-chunks.ts';
import { reactAriaWords } from './bin/react-aria-words.ts';

export default defineConfig({
  plugins: [
    react(),
    iconImports(),
    reactAriaWords(),
    noteImports(),
    compressedFiles(),
    bundledPackages('page'),
  ],
  // React has it itself since version 18.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim(?:\/index\.js)?$/, replacement: 'react' }] },
  build: {
    outDir: 'dist/app',
    target: 'es2023',
    modulePreload: { polyfill: false },
    emptyOutDir: true,
    manifest: true,
    assetsInlineLimit: 0,
    // Bounds of what each page loads are in e2e/specs/page-size.spec.ts.
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      // A library asks whether it is there, and what answers would be in what every page loads.
      transform: { define: { 'typeof require': '"undefined"' } },
      output: {
        codeSplitting: { groups: pageChunks() },
        // Every page loads the names of all files, so they are as short as the bundler lets them be.
        chunkFileNames: ({ name }) => `assets/${name.slice(0, 1)}-[hash:7].js`,
        assetFileNames: ({ names: [name = ''] }) =>
          name.endsWith('.css')
            ? `assets/${name.slice(0, 1)}-[hash:6][extname]`
            : 'assets/[name]-[hash:6][extname]',
      },
    },
  },
  worker: { format: 'es' },
  test: {
    environment: 'node',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A test waits, it does not measure: on a busy machine a second is soon over.
    expect: { poll: { timeout: 30_000 } },
    // Workers keep the modules that they have loaded from file to file: no test relies on module state, and loading
    // the server again for each file costs more than many files take. Tests of the server wait for sockets, timers and
    // processes half of their time, so there are more workers than cores.
    maxWorkers: availableParallelism() + 3,
    isolate: false,
    // For `npm run test:watch`, which has run nothing yet when the first file changes: Vitest knows the imports of what it has run.
    watchTriggerPatterns: [
      {
        pattern: /\/(src|bin)\/[^?]+$/,
        testsToRun: (path) =>
          testsFor([relative(import.meta.dirname, path)]).vitest.filter((test) => !readsSources(test)),
      },
    ],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [
            '{src,bin/reference}/*.test.ts',
            'src/{flow,engine,simulator,api,app}/**/*.test.{ts,tsx}',
            'e2e/{*,masking/*}.test.ts',
          ],
          setupFiles: ['src/app/words/chunks/all-words.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['src/{server,cli}/**/*.test.ts', 'bin/{*,dev/*}.test.ts'],
          globalSetup: ['src/server/testing/memory-folder.ts', 'src/server/testing/shared-postgres.ts'],
          setupFiles: ['src/server/testing/record-statements.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'api',
          include: ['e2e/api/*.test.ts'],
          globalSetup: ['e2e/api/shared-server.ts'],
        },
      },
      {
        extends: true,
        test: { name: 'kill', include: ['e2e/kill/*.test.ts'], testTimeout: 600_000 },
      },
    ],
  },
});
