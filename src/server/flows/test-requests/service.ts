/**
 * Sends a request for a test run in the designer, where its author asks for it: through the same guard and within the same
 * limits as a request of an execution. Nothing of it is stored (docs/decisions/048).
 */

import { httpRequestLimits, isHttpUrl } from '#engine/results/http-response.ts';
import { Refusal } from '../../platform/errors.ts';
import { createAddressGuard, createOutboundAgent } from '../../platform/outbound/address-guard.ts';
import { sendRequest } from '../../platform/outbound/client.ts';
import { perServer } from '../../platform/per-server.ts';
import { RateLimiter } from '../../platform/rate-limiter.ts';
import type { Caller, ServiceContext } from '../../platform/service-context.ts';
import { requireFlow } from '../service.ts';

export type TestRequest = {
  method: 'GET' | 'POST';
  url: string;
  contentType: string | null;
  body: string | null;
};

/** `reason` is a sentence for the author. */
export type TestRequestOutcome =
  | { ok: true; response: { status: number; contentType: string; body: string } }
  | { ok: false; reason: string };

/** In bytes, as the response. */
const maxBodyBytes = 64 * 1024;

/** @throws Refusal not-found; bad-request for what is no http request; too-many, with the seconds to wait */
export async function sendTestRequest(
  ctx: ServiceContext,
  caller: Caller,
  flow: string,
  { method, url, contentType, body }: TestRequest,
): Promise<TestRequestOutcome> {
  await requireFlow(ctx.database.read, caller, flow);
  if (!isHttpUrl(url)) throw new Refusal('bad-request', 'Url must be an http or https URL', { field: 'Url' });
  if (body !== null && Buffer.byteLength(body) > maxBodyBytes)
    throw new Refusal('bad-request', 'Body must have at most 64 kB', { field: 'Body' });
  const end = begin(ctx, caller.account);
  const agent = createOutboundAgent(createAddressGuard(ctx.config.outboundAllow));
  try {
    const outcome = await sendRequest(agent, {
      method,
      url,
      headers: {
        ...(method === 'POST' && contentType !== null && { 'content-type': contentType }),
        'idempotency-key': ctx.ids.token(),
      },
      body: method === 'POST' ? body : null,
      ...httpRequestLimits,
    });
    if (!outcome.ok) return outcome;
    const { status, headers } = outcome.response;
    const response = { status, contentType: headers['content-type'] ?? '', body: outcome.response.body };
    return { ok: true, response };
  } finally {
    end();
    await agent.destroy();
  }
}

const limit = { count: 60, windowMs: 60_000 };
const atOnce = 4;

const requestsOf = perServer(() => ({ sent: new RateLimiter(), underWay: new Map<string, number>() }));

/** Counts a request of the account, until the returned function is called. @throws Refusal too-many */
function begin(ctx: ServiceContext, account: string): () => void {
  const { sent, underWay } = requestsOf(ctx);
  const before = underWay.get(account) ?? 0;
  const refused =
    before >= atOnce ? { retryAfterSeconds: 1 } : sent.take([[account, limit]], 1, ctx.clock.now());
  if (refused !== null) {
    const { retryAfterSeconds } = refused;
    const message = `An account may send ${limit.count} test requests a minute, ${atOnce} at once`;
    throw new Refusal('too-many', message, { retryAfterSeconds });
  }
  underWay.set(account, before + 1);
  return () => {
    const left = (underWay.get(account) ?? 1) - 1;
    if (left === 0) underWay.delete(account);
    else underWay.set(account, left);
  };
}
