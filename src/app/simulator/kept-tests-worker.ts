/** The web worker that runs the tests of a flow: each request is a working copy with tests, each response their results. */

import type { WorkingCopy } from '#flow/change/working-copy.ts';
import type { KeptTest } from './kept-test-results.ts';
import { runKeptTests } from './run-kept-tests.ts';

export type KeptTestsRequest = { copy: WorkingCopy; tests: readonly KeptTest[] };

addEventListener('message', ({ data }: MessageEvent<KeptTestsRequest>) => {
  postMessage({ results: runKeptTests(data.copy, data.tests) });
});
