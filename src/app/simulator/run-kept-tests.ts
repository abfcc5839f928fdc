/** Runs the tests of a flow on a definition, each in the simulator. Pure; a web worker calls it after every edit. */

import type { FlowDefinition } from '#flow/definition.ts';
import { coverageOf, hitsOf, sumOfHits } from '#simulator/coverage.ts';
import { parseFlowTest } from '#simulator/flow-test/parse.ts';
import { runFlowTest } from '#simulator/flow-test/run.ts';
import type { KeptTest, KeptTestResults } from './kept-test-results.ts';

export function runKeptTests(definition: FlowDefinition, tests: readonly KeptTest[]): KeptTestResults {
  const runs = tests.map(({ sid, name, content }) => {
    const parsed = parseFlowTest(content);
    if (!parsed.ok) {
      const [first] = parsed.errors;
      return { sid, name, failures: [], error: first?.message ?? '', hits: new Map<string, number>() };
    }
    const { failures, simulation } = runFlowTest(parsed.test, { definition });
    return { sid, name, failures, error: null, hits: hitsOf(simulation.steps) };
  });
  const coverage = coverageOf(definition, sumOfHits(runs.map(({ hits }) => hits)));
  return {
    results: runs.map(({ hits: _, ...result }) => result),
    covered: coverage.covered,
    transitions: coverage.of,
  };
}
