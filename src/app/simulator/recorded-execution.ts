/** A test made of an execution that the server recorded. */

import type { QueryClient } from '@tanstack/react-query';
import type { ExecutionView } from '#api/executions/schemas.ts';
import type { FlowDefinition } from '#flow/definition.ts';
import type { FlowTest } from '#simulator/flow-test/schema.ts';
import type { RecordedStep } from '#simulator/recorded/execution-record.ts';
import { executionQuery } from '../client/executions/executions.ts';
import { revisionQuery } from '../client/revisions.ts';

/**
 * `divergedAt` is the widget from which on the record could not be followed, null where it could to the end. `removed`:
 * the personal data of the execution are gone, and with them its inputs. `revision`: the revision that it ran is gone.
 */
export type RecordedTest =
  | { ok: true; test: FlowTest; divergedAt: string | null }
  | { ok: false; reason: 'removed' | 'revision' };

/** The steps of an execution as the simulator reads them. */
export function recordedSteps({ steps }: ExecutionView): RecordedStep[] {
  return steps.map((step) => ({ ...step, at: Date.parse(step.date_created) }));
}

/**
 * The test of an execution on the revision that it ran: it passes there, and shows on another one what would be
 * different.
 *
 * @throws RequestError when there is no such execution
 */
export async function fetchRecordedTest(
  cache: QueryClient,
  flowSid: string,
  executionSid: string,
): Promise<RecordedTest> {
  const view = await cache.fetchQuery(executionQuery(flowSid, executionSid));
  const { flow_version: version } = view.execution;
  const revision = version === null ? null : await cache.fetchQuery(revisionQuery(flowSid, version));
  const definition = revision?.definition ?? null;
  if (definition === null) return { ok: false, reason: 'revision' };
  return testOfSteps(definition, recordedSteps(view));
}

/** The test of recorded steps. Loads the engine. */
export async function testOfSteps(
  definition: FlowDefinition,
  steps: readonly RecordedStep[],
): Promise<RecordedTest> {
  const [{ recordedRun }, { flowTestOf }] = await Promise.all([
    import('#simulator/recorded/recorded-run.ts'),
    import('#simulator/flow-test/record.ts'),
  ]);
  const recorded = recordedRun(definition, steps);
  if (recorded === null) return { ok: false, reason: 'removed' };
  return { ok: true, test: flowTestOf(recorded.run), divergedAt: recorded.divergedAt };
}
