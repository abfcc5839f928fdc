/** One post to a sink: a JSON array of events, signed where the sink has a secret. */

import { createHmac } from 'node:crypto';
import type { SinkRow } from '../platform/database/schema/live.ts';
import type { JobTools } from '../platform/jobs/job-handler.ts';
import { sendRequest } from '../platform/outbound/client.ts';
import type { ServiceContext } from '../platform/service-context.ts';

const timeoutMs = 10_000;
const maxResponseBytes = 65_536;

/**
 * Posts the events, each of them JSON text. Gives null when the receiver took them, otherwise why not: a
 * sentence that names no address. A redirect is not followed, as it would turn the post into something else.
 */
export async function postToSink(
  ctx: ServiceContext,
  { agent }: JobTools,
  sink: Pick<SinkRow, 'destination' | 'secret'>,
  events: readonly string[],
): Promise<string | null> {
  const body = `[${events.join(',')}]`;
  const headers: Record<string, string> = {
    'content-type': 'application/cloudevents-batch+json; charset=utf-8',
    'user-agent': 'Patchbay',
  };
  if (sink.secret !== null) {
    const timestamp = String(Math.floor(ctx.clock.now() / 1_000));
    headers['patchbay-timestamp'] = timestamp;
    headers['patchbay-signature'] = `v1=${signatureOf(ctx.secrets.decrypt(sink.secret), timestamp, body)}`;
  }
  const outcome = await sendRequest(agent, {
    method: 'POST',
    url: sink.destination,
    headers,
    body,
    timeout_ms: timeoutMs,
    max_bytes: maxResponseBytes,
    follow: false,
  });
  if (!outcome.ok) return outcome.reason;
  const { status } = outcome.response;
  return status >= 200 && status < 300 ? null : `The receiver answered ${status}`;
}

/** HMAC-SHA256 over `timestamp.body`, hexadecimal. */
export function signatureOf(secret: string, timestamp: string, body: string): string {
  return createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
}
