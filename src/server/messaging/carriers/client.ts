/** HTTP client of carriers' REST APIs: makes the requests that their dialects write, and reads JSON responses. */

import { type Agent, request as send } from 'undici';
import { isObject, type JsonObject } from '#flow/json/json.ts';
import { readText } from '../../platform/outbound/client.ts';
import { failureReason } from '../../platform/outbound/failure-reason.ts';
import type {
  CarrierCredentials,
  CarrierHttpRequest,
  CarrierRequest,
  Dialect,
  RequestAfter,
} from '../dialects/dialect.ts';

const timeoutMs = 12_000;
const maxResponseBytes = 256 * 1024;

/**
 * How a request ended. `accepted` has the fields of the response. `rejected` has the carrier's code and reason.
 * `not-delivered` cannot have reached the carrier, or was turned away for now, and may be retried. Of `unknown` no one
 * knows whether it took effect. `status` is that of HTTP, where there was a response.
 */
export type CarrierOutcome =
  | { ended: 'accepted'; data: JsonObject; isJson: boolean }
  | { ended: 'rejected'; code: string; reason: string; status?: number }
  | { ended: 'not-delivered' | 'unknown'; reason: string; status?: number };

/** Failures to connect, so nothing can have arrived. */
const neverConnected = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** Requests whose response names what is new. */
const namesSomething: readonly CarrierRequest['do'][] = [
  ...(['send-message', 'add-to-conversation', 'place-call', 'start-recording'] as const),
];

/** Makes the request through `agent`, without following redirects. Never rejects. */
export async function sendCarrierRequest(
  agent: Agent,
  dialect: Dialect,
  credentials: CarrierCredentials,
  request: CarrierRequest,
  idempotencyKey: string,
): Promise<CarrierOutcome> {
  const wanted = dialect.request(credentials, request);
  if ('cannot' in wanted) return { ended: 'rejected', code: '', reason: wanted.cannot };
  const last = 'first' in wanted ? await after(agent, dialect, wanted) : wanted;
  if ('ended' in last) return last;
  const outcome = await exchange(agent, dialect, last, idempotencyKey);
  if (outcome.ended !== 'accepted') return outcome;
  // A page at that address accepts nothing, whatever its status says; a change alone may be answered in words.
  if (!outcome.isJson && namesSomething.includes(request.do))
    return { ended: 'unknown', reason: 'The carrier answered with a page and not with JSON' };
  return { ...outcome, data: dialect.readAccepted(outcome.data, request) };
}

/** The request that follows from the response to the first one, or how that has failed. */
async function after(
  agent: Agent,
  dialect: Dialect,
  { first, next }: RequestAfter,
): Promise<CarrierHttpRequest | CarrierOutcome> {
  const outcome = await exchange(agent, dialect, first, null);
  if (outcome.ended === 'accepted') return next(outcome.data);
  // It changes nothing, so without its response nothing has been done.
  return outcome.ended === 'unknown' ? { ...outcome, ended: 'not-delivered' } : outcome;
}

async function exchange(
  agent: Agent,
  dialect: Dialect,
  { method, url, headers, body }: CarrierHttpRequest,
  idempotencyKey: string | null,
): Promise<CarrierOutcome> {
  try {
    const response = await send(url, {
      dispatcher: agent,
      method,
      headers: {
        ...headers,
        ...(method === 'POST' && idempotencyKey !== null && { 'idempotency-key': idempotencyKey }),
      },
      body,
      signal: AbortSignal.timeout(timeoutMs),
    });
    return outcomeOf(dialect, response.statusCode, await readText(response.body, maxResponseBytes));
  } catch (error) {
    return failureOf(error);
  }
}

function outcomeOf(dialect: Dialect, status: number, body: string): CarrierOutcome {
  const parsed = parseObject(body);
  const data = parsed ?? {};
  if (status >= 200 && status < 300) return { ended: 'accepted', data, isJson: parsed !== null };
  const { code, reason: message } = dialect.readError(data);
  const reason = message === '' ? `The carrier answered with status ${status}` : message;
  if (status === 429 || status === 503) return { ended: 'not-delivered', reason, status };
  if (status >= 500 || status === 408) return { ended: 'unknown', reason, status };
  return { ended: 'rejected', code: code || String(status), reason, status };
}

function failureOf(error: unknown): CarrierOutcome {
  if (!(error instanceof Error)) return { ended: 'unknown', reason: String(error) };
  if (error.name === 'ForbiddenAddress') return { ended: 'rejected', code: '0', reason: error.message };
  if (error.name === 'TimeoutError') {
    return { ended: 'unknown', reason: `The carrier gave no answer within ${timeoutMs / 1000} s` };
  }
  const code = 'code' in error ? String(error.code) : '';
  return { ended: neverConnected.has(code) ? 'not-delivered' : 'unknown', reason: failureReason(error) };
}

/** Null for anything else than a JSON object. */
function parseObject(body: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(body);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}
