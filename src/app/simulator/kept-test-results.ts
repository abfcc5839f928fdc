/** The tests of a flow and their results, as the page has them. */

import type { NamedWidgets } from '#flow/commands/named-widgets.ts';
import type { TestFailure } from '#simulator/flow-test/run.ts';

/** `widgets` says which widgets the names in `content` mean; null where that is not known. */
export type KeptTest = { sid: string; name: string; content: string; widgets: NamedWidgets | null };

/** `content` has the present names of its widgets. `error` says where the file is no test; then it did not run. */
export type KeptTestResult = {
  sid: string;
  name: string;
  content: string;
  failures: readonly TestFailure[];
  error: string | null;
};

/**
 * Which tests take a transition. `widget` and `outlet` are the ids of `#flow/graph.ts`, `label` is what the outlet is
 * called, `transition` the key of `#simulator/coverage.ts`; `tests` are names.
 */
export type OutletCoverage = {
  widget: string;
  outlet: string;
  label: string;
  transition: string;
  tests: readonly string[];
};

/** `outlets` has one entry for each transition of the flow. */
export type KeptTestResults = {
  results: readonly KeptTestResult[];
  outlets: readonly OutletCoverage[];
};

/** Those that do not run through as they expect. */
export function failingTests(results: KeptTestResults | null): readonly KeptTestResult[] {
  return results?.results.filter((each) => !hasPassed(each)) ?? [];
}

/** True for a test that ran through as it expects. */
export function hasPassed({ failures, error }: KeptTestResult): boolean {
  return error === null && failures.length === 0;
}
