/** Posts a JSON array of events to a webhook, signed and authorized as its settings say. */

import type { SecurityColumns } from '../../../platform/database/schema/email.ts';
import type { JobTools } from '../../../platform/jobs/job-handler.ts';
import { type OAuthClient, TokenCache } from '../../../platform/outbound/oauth.ts';
import { isSuccessful, type PostOutcome, post } from '../../../platform/outbound/post.ts';
import { signatureHeaders } from '../../../platform/outbound/signing.ts';
import type { ServiceContext } from '../../../platform/service-context.ts';

const timeoutMs = 10_000;

/** Upper bound of one call: two token requests and two posts, where the first token was rejected. */
export const maxPostMs = 40_000;

/** Where to, and how it is secured; secrets are sealed. */
export type WebhookTarget = { url: string } & Pick<
  SecurityColumns,
  'oauth_client_id' | 'oauth_client_secret' | 'oauth_token_url' | 'private_key'
>;

/** The result of a post; `problem` is null when it was accepted. */
export type PostResult = {
  status: number | null;
  problem: string | null;
  response: string;
  latency_ms: number;
};

const tokenCache = new TokenCache();

/** Posts a JSON array of events. Never rejects. */
export async function postEvents(
  ctx: ServiceContext,
  tools: JobTools,
  to: WebhookTarget,
  body: Uint8Array,
): Promise<PostResult> {
  const begun = ctx.clock.now();
  const outcome = await postWithToken(ctx, tools, to, body).catch((error: unknown) => {
    ctx.log.error({ err: error }, 'Events could not be posted');
    return { status: null, problem: 'The secrets of this webhook cannot be read', response: '' };
  });
  return { ...outcome, problem: problemOf(outcome), latency_ms: ctx.clock.now() - begun };
}

async function postWithToken(
  ctx: ServiceContext,
  { agent }: JobTools,
  to: WebhookTarget,
  body: Uint8Array,
): Promise<PostOutcome> {
  const client = oauthClientOf(ctx, to);
  for (;;) {
    const grant = client === null ? null : await tokenCache.getToken(agent, client, ctx.clock.now());
    if (grant?.token === null) return { status: null, problem: grant.problem, response: '' };
    const seconds = Math.floor(ctx.clock.now() / 1000);
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Patchbay',
      ...(grant !== null && { authorization: `Bearer ${grant.token}` }),
      ...(to.private_key !== null && signatureHeaders(ctx.secrets.decrypt(to.private_key), seconds, [body])),
    };
    const outcome = await post(agent, { url: to.url, headers, body, timeout_ms: timeoutMs });
    if (client === null || grant === null || outcome.status !== 401) return outcome;
    await tokenCache.invalidate(client, grant.token);
    if (grant.isFresh) return outcome;
  }
}

function oauthClientOf(ctx: ServiceContext, to: WebhookTarget): OAuthClient | null {
  const { oauth_client_id: id, oauth_client_secret: secret, oauth_token_url: tokenUrl } = to;
  if (id === null || secret === null || tokenUrl === null) return null;
  return { id, secret: ctx.secrets.decrypt(secret), tokenUrl };
}

function problemOf(outcome: PostOutcome): string | null {
  const { status, problem } = outcome;
  if (status === null || isSuccessful(outcome)) return problem;
  const isRedirect = status >= 300 && status < 400;
  return `The receiver answered ${status}${isRedirect ? '; redirects are not followed' : ''}`;
}
