/** Runs the tests of a flow on a definition, each in the simulator. Pure; a web worker calls it after every edit. */

import type { WorkingCopy } from '#flow/change/working-copy.ts';
import { renamesSince } from '#flow/commands/named-widgets.ts';
import type { FlowDefinition } from '#flow/definition.ts';
import { widgetIds } from '#flow/graph.ts';
import { type Hits, hitsOf, transitionKey } from '#simulator/coverage.ts';
import { parseFlowTest } from '#simulator/flow-test/parse.ts';
import { renameInFlowTest, widgetsOfFlowTest } from '#simulator/flow-test/rename.ts';
import { runFlowTest } from '#simulator/flow-test/run.ts';
import { shownOutlets } from '../words/widget-labels.ts';
import type { KeptTest, KeptTestResult, KeptTestResults, OutletCoverage } from './kept-test-results.ts';

type KeptRun = KeptTestResult & { hits: Hits };

export function runKeptTests(copy: WorkingCopy, tests: readonly KeptTest[]): KeptTestResults {
  const { definition } = copy;
  const runs = tests.map((test) => runKeptTest(definition, { ...test, content: followed(copy, test) }));
  return {
    results: runs.map(({ hits: _, ...result }) => result),
    outlets: outletCoverage(definition, runs),
  };
}

/** The content with renames that the server has not confirmed yet. */
function followed(copy: WorkingCopy, { content, widgets }: KeptTest): string {
  const names = widgets === null ? widgetsOfFlowTest(content) : Object.keys(widgets);
  return renameInFlowTest(content, renamesSince(copy, widgets, names));
}

function runKeptTest(definition: FlowDefinition, { sid, name, content }: KeptTest): KeptRun {
  const parsed = parseFlowTest(content);
  if (!parsed.ok) {
    const [first] = parsed.errors;
    return { sid, name, content, failures: [], error: first?.message ?? '', hits: new Map() };
  }
  const { failures, simulation } = runFlowTest(parsed.test, { definition });
  return { sid, name, content, failures, error: null, hits: hitsOf(simulation.steps) };
}

function outletCoverage(definition: FlowDefinition, runs: readonly KeptRun[]): OutletCoverage[] {
  const ids = widgetIds(definition);
  return definition.states.flatMap((state, index) =>
    shownOutlets(state).flatMap(({ key, label, transition: at }) => {
      if (at === null) return [];
      const transition = transitionKey(state.name ?? definition.initial_state, at);
      const tests = runs.filter(({ hits }) => hits.has(transition)).map(({ name }) => name);
      return [{ widget: ids[index] ?? '', outlet: key, label, transition, tests }];
    }),
  );
}
