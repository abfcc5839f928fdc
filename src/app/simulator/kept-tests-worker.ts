/** The web worker that runs the tests of a flow: each request is a definition with tests, each response their results. */

import type { FlowDefinition } from '#flow/definition.ts';
import type { KeptTest } from './kept-test-results.ts';
import { runKeptTests } from './run-kept-tests.ts';

export type KeptTestsRequest = { definition: FlowDefinition; tests: readonly KeptTest[] };

addEventListener('message', ({ data }: MessageEvent<KeptTestsRequest>) => {
  postMessage({ results: runKeptTests(data.definition, data.tests) });
});
