/** Posts a received email as multipart/form-data, signed and authorized as the security policy of its parse setting says. */

import type { JobTools } from '../../../platform/jobs/job-handler.ts';
import { multipart } from '../../../platform/outbound/multipart.ts';
import { type PostOutcome, postForm } from '../../../platform/outbound/post-form.ts';
import type { ServiceContext } from '../../../platform/service-context.ts';
import type { InboundForm } from '../../mime/parse.ts';
import { securedPost, type WebhookTarget } from '../../webhook-security/secured-post.ts';

const timeoutMs = 30_000;
/** Slowest transfer rate that a receiver may have: the timeout grows with the size. */
const minBytesPerMs = 512;

/** Posts the email with that id, which is its idempotency key. Network errors are part of the outcome. */
export function postParseWebhook(
  ctx: ServiceContext,
  tools: JobTools,
  target: WebhookTarget,
  { id, form }: { id: string; form: InboundForm },
): Promise<PostOutcome> {
  const body = multipart(form, `patchbay-${id}`);
  const timeout_ms = timeoutMs + Math.ceil(body.length / minBytesPerMs);
  return securedPost(
    ctx,
    tools,
    target,
    () => body.pieces(),
    (security) => {
      const headers = { 'idempotency-key': id, ...security };
      return postForm(tools.agent, { url: target.url, form: body, headers, timeout_ms });
    },
  );
}
