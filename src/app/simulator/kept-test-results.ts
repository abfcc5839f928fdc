/** The tests of a flow and their results, as the page has them. */

import type { TestFailure } from '#simulator/flow-test/run.ts';

export type KeptTest = { sid: string; name: string; content: string };

/** `error` says where the file is no test; then it did not run. */
export type KeptTestResult = {
  sid: string;
  name: string;
  failures: readonly TestFailure[];
  error: string | null;
};

/** `covered` of the flow's `transitions` were taken by at least one test. */
export type KeptTestResults = { results: readonly KeptTestResult[]; covered: number; transitions: number };

/** True for a test that ran through as it expects. */
export function hasPassed({ failures, error }: KeptTestResult): boolean {
  return error === null && failures.length === 0;
}
