/**
 * Sends a request for a test run in the designer, where its author asks for it: through the same guard and within the same
 * limits as a request of an execution. Nothing of it is stored (docs/decisions/048).
 */

import { httpRequestLimits, isHttpUrl } from '#engine/results/http-response.ts';
import { Refusal } from '../../platform/errors.ts';
import { createAddressGuard, createOutboundAgent } from '../../platform/outbound/address-guard.ts';
import { sendRequest } from '../../platform/outbound/client.ts';
import { perServer } from '../../platform/per-server.ts';
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

const perMinute = 60;
const atOnce = 4;
const minuteMs = 60_000;
const maxAccounts = 1_000;

type Use = { minute: number; sent: number; underWay: number };

const uses = perServer(() => new Map<string, Use>());

/** Counts a request of the account, until the returned function is called. @throws Refusal too-many */
function begin(ctx: ServiceContext, account: string): () => void {
  const known = uses(ctx);
  const now = ctx.clock.now();
  const minute = Math.floor(now / minuteMs);
  const before = known.get(account);
  const underWay = before?.underWay ?? 0;
  const sent = before?.minute === minute ? before.sent : 0;
  if (underWay >= atOnce || sent >= perMinute) {
    const untilNext = Math.ceil(((minute + 1) * minuteMs - now) / 1_000);
    throw new Refusal(
      'too-many',
      `An account may send ${perMinute} test requests a minute, ${atOnce} at once`,
      {
        retryAfterSeconds: underWay >= atOnce ? 1 : untilNext,
      },
    );
  }
  const use: Use = { minute, sent: sent + 1, underWay: underWay + 1 };
  known.set(account, use);
  for (const [key, each] of known) {
    if (known.size <= maxAccounts) break;
    if (each.underWay === 0) known.delete(key);
  }
  return () => {
    const newest = known.get(account);
    if (newest !== undefined) newest.underWay -= 1;
  };
}
