/** What past executions of a flow recorded, read part by part for a replay. */

import type { Static } from 'typebox';
import type { listRecordedRuns } from '#api/executions/recorded-runs.ts';
import type { RevisionResource } from '#api/flows/resources.ts';
import { paths } from '#api/paths.ts';
import type { FlowDefinition } from '#flow/definition.ts';
import { request } from './request.ts';

export type RecordedRunPage = Static<(typeof listRecordedRuns)['responses'][200]['schema']>;

/** A part of the executions, newest first; `before` is `next` of the part before, null for the first. */
export function fetchRecordedRuns(
  flowSid: string,
  before: string | null,
  signal: AbortSignal,
): Promise<RecordedRunPage> {
  const query = { Before: before ?? undefined };
  return request<RecordedRunPage>(paths.recordedRuns(flowSid), { query, signal });
}

/** The definition of a revision; null where the server no longer has it. */
export async function fetchDefinition(
  flowSid: string,
  revision: number,
  signal: AbortSignal,
): Promise<FlowDefinition | null> {
  return (await request<RevisionResource>(paths.revision(flowSid, revision), { signal })).definition;
}
