/** Requests to configured service endpoints: jobs of widgets, test requests. Contracts: docs/reference/services.md. */

import type { Agent } from 'undici';
import type { TrialResource } from '#api/services/operations.ts';
import { type ServiceKind, serviceKinds } from '#api/services/resources.ts';
import { httpRequestLimits } from '#engine/results/http-response.ts';
import {
  type EndpointResponse,
  endpointResult,
  noEndpointResponse,
  readEndpointResponse,
} from '#engine/results/service-result.ts';
import type { JsonObject } from '#flow/json/json.ts';
import { parseExactJson } from '#flow/json/parse-json.ts';
import { completeWithResult } from '../executions/service/pending-effect.ts';
import type { Queries } from '../platform/database/database.ts';
import type { ServiceEndpointRow } from '../platform/database/schema/services.ts';
import type { JobRow } from '../platform/database/schema/tables.ts';
import { done, type JobHandler, type JobSubject } from '../platform/jobs/job-handler.ts';
import { completeJob } from '../platform/jobs/queue.ts';
import { sendRequest } from '../platform/outbound/client.ts';
import type { ServiceContext } from '../platform/service-context.ts';
import { findEndpoint, saveTrial } from './endpoint-store.ts';

/** How often a job may have been begun by processes that did not live to finish it. */
const maxAttempts = 5;

type Payload = { kind: ServiceKind; effect: string; body: JsonObject; reply_to: string | null };

/** What a test request asks for; its account and the time at which it was asked for say which one it is. */
export type TrialPayload = { kind: ServiceKind; asked: number; body: JsonObject };

/** A request that a widget makes. One that fails is a result for the execution; it is not tried again. */
export const handleServiceJob: JobHandler = async (ctx, { agent }, job) => {
  const { kind, effect, body, reply_to: replyTo } = parseExactJson(job.payload) as Payload;
  const asked: EndpointResponse =
    job.attempts > maxAttempts
      ? noEndpointResponse(`Failed after ${maxAttempts} interrupted attempts`)
      : await requestEndpoint(ctx, agent, { account: job.account, kind, body, key: job.key });
  await completeWithResult(ctx, job, { effect, result: endpointResult(asked), replyTo });
  return done;
};

/** A test request, whose outcome stays with the endpoint until the next. */
export const handleTrialJob: JobHandler = async (ctx, { agent }, job) => {
  const { kind, asked: at, body } = JSON.parse(job.payload) as TrialPayload;
  const { account } = job;
  const asked = await requestEndpoint(ctx, agent, { account, kind, body, key: job.key });
  await ctx.database.write((tx) => endTrial(tx, job, { kind, at, asked }));
  return done;
};

/** A test request that failed by an error of its own says why, and can be made again. */
export const trialOfJob: JobSubject = async (_ctx, tx, job, change) => {
  const [, name, at] = job.key.split(':');
  const kind = serviceKinds.find((each) => each === name);
  if (change !== 'failed' || kind === undefined) return;
  await endTrial(tx, job, { kind, at: Number(at), asked: noEndpointResponse(job.problem ?? '') });
};

async function endTrial(
  tx: Queries,
  job: JobRow,
  { kind, at, asked }: { kind: ServiceKind; at: number; asked: EndpointResponse },
): Promise<void> {
  const state = asked.problem === null ? 'answered' : 'failed';
  const trial: Omit<TrialResource, 'date'> = { ...asked, state };
  if (await completeJob(tx, job))
    await saveTrial(tx, { account: job.account, kind }, { asked: at, trial: JSON.stringify(trial) });
}

async function requestEndpoint(
  ctx: ServiceContext,
  agent: Agent,
  { account, kind, body, key }: { account: string; kind: ServiceKind; body: JsonObject; key: string },
): Promise<EndpointResponse> {
  const endpoint = await findEndpoint(ctx.database.read, { account, kind });
  if (endpoint === undefined)
    return noEndpointResponse('The endpoint of the service was taken away meanwhile');
  const headers = headersFor(ctx, endpoint, key);
  if (headers === null)
    return noEndpointResponse('The secret of the service cannot be read with the present SECRET_KEY');
  const outcome = await sendRequest(agent, {
    method: 'POST',
    url: endpoint.url,
    headers,
    body: JSON.stringify(body),
    ...httpRequestLimits,
  });
  if (!outcome.ok) return noEndpointResponse(outcome.reason);
  return readEndpointResponse(outcome.response);
}

/** Null when the secret was sealed with another key. */
function headersFor(
  ctx: ServiceContext,
  { secret }: ServiceEndpointRow,
  key: string,
): Record<string, string> | null {
  const headers = { 'content-type': 'application/json', accept: 'application/json', 'idempotency-key': key };
  if (secret === null) return headers;
  try {
    return { ...headers, authorization: `Bearer ${ctx.secrets.decrypt(secret)}` };
  } catch {
    return null;
  }
}
