/** Posts a received email as multipart/form-data, signed and authorized as the security policy of its parse setting says. */

import type { SecurityColumns } from '../../../platform/database/schema/email.ts';
import type { JobTools } from '../../../platform/jobs/job-handler.ts';
import { multipart } from '../../../platform/outbound/multipart.ts';
import { type OAuthClient, TokenCache } from '../../../platform/outbound/oauth.ts';
import { type PostOutcome, postForm } from '../../../platform/outbound/post-form.ts';
import { signatureHeaders } from '../../../platform/outbound/signing.ts';
import type { ServiceContext } from '../../../platform/service-context.ts';
import type { InboundForm } from '../../mime/parse.ts';

const timeoutMs = 30_000;
/** Slowest transfer rate that a receiver may have: the timeout grows with the size. */
const minBytesPerMs = 512;

/** Where to, and how it is secured; secrets are sealed. */
export type WebhookTarget = { url: string } & Pick<
  SecurityColumns,
  'oauth_client_id' | 'oauth_client_secret' | 'oauth_token_url' | 'private_key'
>;

const tokenCache = new TokenCache();

/** Posts the mail of that id. A token that the receiver refuses is replaced once. Never rejects for what it meets. */
export async function postParseWebhook(
  ctx: ServiceContext,
  { agent }: JobTools,
  to: WebhookTarget,
  { id, form: read }: { id: string; form: InboundForm },
): Promise<PostOutcome> {
  const form = multipart(read, `patchbay-${id}`);
  const client = oauthClientOf(ctx, to);
  for (;;) {
    const now = ctx.clock.now();
    const grant = client === null ? null : await tokenCache.getToken(agent, client, now);
    if (grant?.token === null) return { status: null, problem: grant.problem, response: '' };
    const outcome = await postForm(agent, {
      url: to.url,
      form,
      headers: {
        'idempotency-key': id,
        'user-agent': 'Patchbay',
        ...(grant !== null && { authorization: `Bearer ${grant.token}` }),
        ...(to.private_key !== null &&
          signatureHeaders(ctx.secrets.decrypt(to.private_key), Math.floor(now / 1000), form.pieces())),
      },
      timeout_ms: timeoutMs + Math.ceil(form.length / minBytesPerMs),
    });
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
