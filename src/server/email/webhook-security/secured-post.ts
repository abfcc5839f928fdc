/** Secures webhook posts: OAuth 2.0 client credentials (RFC 6749, section 4.4) and an ECDSA signature of the body. */

import { createSign } from 'node:crypto';
import type { SecurityColumns } from '../../platform/database/schema/email.ts';
import type { JobTools } from '../../platform/jobs/job-handler.ts';
import { type OAuthClient, TokenCache } from '../../platform/outbound/oauth.ts';
import type { PostOutcome } from '../../platform/outbound/post.ts';
import { openUrl } from '../../platform/outbound/url-credentials.ts';
import { perServer } from '../../platform/per-server.ts';
import type { ServiceContext } from '../../platform/service-context.ts';

/** A URL with the secrets of its security settings, encrypted. */
export type WebhookTarget = { url: string } & Pick<
  SecurityColumns,
  'oauth_client_id' | 'oauth_client_secret' | 'oauth_token_url' | 'private_key'
>;

const tokenCacheOf = perServer(() => new TokenCache());

/**
 * Calls `post` with the headers Authorization and signature. When the receiver rejects a cached token with 401, it
 * is replaced and `post` called once more. `bodyParts` returns the parts of the body, for the signature. Never rejects: a secret
 * that cannot be read is a problem of this webhook, which says so.
 */
export async function securedPost(
  ctx: ServiceContext,
  tools: JobTools,
  target: WebhookTarget,
  bodyParts: () => Iterable<Uint8Array>,
  post: (headers: Record<string, string>) => Promise<PostOutcome>,
): Promise<PostOutcome> {
  try {
    return await postSecured(ctx, tools, target, bodyParts, post);
  } catch (error) {
    ctx.log.error({ err: error }, 'A webhook could not be posted to');
    return { status: null, problem: `It could not be posted: ${messageOf(error)}`, response: '' };
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

async function postSecured(
  ctx: ServiceContext,
  { agent }: JobTools,
  target: WebhookTarget,
  bodyParts: () => Iterable<Uint8Array>,
  post: (headers: Record<string, string>) => Promise<PostOutcome>,
): Promise<PostOutcome> {
  const client = oauthClientOf(ctx, target);
  for (;;) {
    const now = ctx.clock.now();
    const grant = client === null ? null : await tokenCacheOf(ctx).getToken(agent, client, now);
    if (grant?.token === null) return { status: null, problem: grant.problem, response: '' };
    const outcome = await post({
      ...(grant !== null && { authorization: `Bearer ${grant.token}` }),
      ...signature(ctx, target, bodyParts),
    });
    if (client === null || grant === null || outcome.status !== 401) return outcome;
    await tokenCacheOf(ctx).invalidate(client, grant.token);
    if (grant.isFresh) return outcome;
  }
}

function signature(
  ctx: ServiceContext,
  { private_key: key }: WebhookTarget,
  bodyParts: () => Iterable<Uint8Array>,
): Record<string, string> {
  if (key === null) return {};
  const timestamp = String(Math.floor(ctx.clock.now() / 1000));
  const signing = createSign('sha256').update(timestamp);
  for (const piece of bodyParts()) signing.update(piece);
  const signature = signing.sign({ key: ctx.secrets.decrypt(key), dsaEncoding: 'der' });
  return {
    'x-twilio-email-event-webhook-signature': signature.toString('base64'),
    'x-twilio-email-event-webhook-timestamp': timestamp,
  };
}

function oauthClientOf(ctx: ServiceContext, target: WebhookTarget): OAuthClient | null {
  const { oauth_client_id: id, oauth_client_secret: secret, oauth_token_url: tokenUrl } = target;
  if (id === null || secret === null || tokenUrl === null) return null;
  return { id, secret: ctx.secrets.decrypt(secret), tokenUrl: openUrl(ctx.secrets, tokenUrl) };
}
