/** What past executions of a flow recorded, read part by part for a replay. */

import type { FlowDefinition } from '#flow/definition.ts';
import { callApi, type ResponseAt } from '../api.ts';

export type RecordedRunPage = ResponseAt<'GET /v1/Flows/{Sid}/RecordedRuns'>;

/** A part of the executions, newest first; `before` is `next` of the part before, null for the first. */
export function fetchRecordedRuns(
  flowSid: string,
  before: string | null,
  signal: AbortSignal,
): Promise<RecordedRunPage> {
  const query = { Before: before ?? undefined };
  return callApi('GET /v1/Flows/{Sid}/RecordedRuns', { params: { Sid: flowSid }, query, signal });
}

/** The definition of a revision; null where the server no longer has it. */
export async function fetchDefinition(
  flowSid: string,
  revision: number,
  signal: AbortSignal,
): Promise<FlowDefinition | null> {
  const params = { Sid: flowSid, Revision: String(revision) };
  return (await callApi('GET /v2/Flows/{Sid}/Revisions/{Revision}', { params, signal })).definition;
}
