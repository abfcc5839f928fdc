/** Posts a JSON array of events to a webhook, signed and authorized as its settings say. */

import type { JobTools } from '../../../platform/jobs/job-handler.ts';
import { type PostOutcome, post, postProblem } from '../../../platform/outbound/post.ts';
import { openUrl } from '../../../platform/outbound/url-credentials.ts';
import type { ServiceContext } from '../../../platform/service-context.ts';
import { securedPost, type WebhookTarget } from '../../webhook-security/secured-post.ts';

const timeoutMs = 10_000;

/** Upper bound of one call: two token requests and two posts, where the first token was rejected. */
export const maxPostMs = 40_000;

/** The result of a post; `problem` is null when it was accepted. */
export type PostResult = {
  status: number | null;
  problem: string | null;
  response: string;
  latency_ms: number;
  /** JSON of the headers that were sent, without credentials, and of those of the response; null without. */
  headers: string | null;
  response_headers: string | null;
};

/** The result where nothing was sent. */
export const notPosted = (problem: string): PostResult => ({
  ...{ status: null, problem, response: '', latency_ms: 0, headers: null, response_headers: null },
});

/** Posts a JSON array of events. Never rejects. */
export async function postEvents(
  ctx: ServiceContext,
  tools: JobTools,
  target: WebhookTarget,
  body: Uint8Array,
): Promise<PostResult> {
  const startedAt = ctx.clock.now();
  let sent: Record<string, string> | null = null;
  const outcome = await securedPost(
    ctx,
    tools,
    target,
    () => [body],
    (security) => {
      const headers = { 'content-type': 'application/json', ...security };
      sent = headers;
      return post(tools.agent, {
        url: openUrl(ctx.secrets, target.url),
        headers,
        body,
        timeout_ms: timeoutMs,
      });
    },
  ).catch((error: unknown): PostOutcome => {
    ctx.log.error({ err: error }, 'Events could not be posted');
    return { status: null, problem: 'The secrets of this webhook cannot be read', response: '' };
  });
  const { status, response, responseHeaders } = outcome;
  return {
    ...{ status, response, problem: postProblem(outcome), latency_ms: ctx.clock.now() - startedAt },
    headers: sent === null ? null : JSON.stringify(withoutCredentials(sent)),
    response_headers: responseHeaders === undefined ? null : JSON.stringify(responseHeaders),
  };
}

/** The kind of credentials remains. */
function withoutCredentials({ authorization, ...headers }: Record<string, string>): Record<string, string> {
  if (authorization === undefined) return headers;
  return { ...headers, authorization: `${authorization.split(' ', 1)[0]} …` };
}
