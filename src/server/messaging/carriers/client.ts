/** HTTP client of carriers' REST APIs: form-encoded posts, Basic authentication, JSON responses. */

import { type Agent, request as send } from 'undici';
import { isObject, type JsonObject, textOf } from '#flow/json/json.ts';
import { readText } from '../../platform/outbound/client.ts';
import { failureReason } from '../../platform/outbound/failure-reason.ts';

const timeoutMs = 12_000;
const maxResponseBytes = 256 * 1024;

/** `baseUrl` has no slash at the end; `token` is in clear. */
export type CarrierCredentials = { baseUrl: string; account: string; token: string };

/** A field may be repeated; the order is kept. */
export type CarrierFields = readonly (readonly [name: string, value: string])[];

/**
 * `path` stands below the account, as in `Messages.json`, or below `base` where that is given; null fetches the account
 * itself.
 */
export type CarrierRequest = {
  path: string | null;
  base?: string | undefined;
  fields: CarrierFields;
  idempotencyKey: string;
};

/**
 * How a request ended. `accepted` has the fields of the response. `rejected` has the carrier's code and reason.
 * `not-delivered` cannot have reached the carrier, or was turned away for now, and may be retried. Of `unknown` nobody
 * knows whether it took effect.
 */
export type CarrierOutcome =
  | { ended: 'accepted'; data: JsonObject }
  | { ended: 'rejected'; code: string; reason: string }
  | { ended: 'not-delivered' | 'unknown'; reason: string };

/** Failures to connect, so nothing can have arrived. */
const neverConnected = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** Makes the request through `agent`, without following redirects. Never rejects. */
export async function sendCarrierRequest(
  agent: Agent,
  credentials: CarrierCredentials,
  { path, base, fields, idempotencyKey }: CarrierRequest,
): Promise<CarrierOutcome> {
  const account = `${credentials.baseUrl}/Accounts/${encodeURIComponent(credentials.account)}`;
  const basic = Buffer.from(`${credentials.account}:${credentials.token}`).toString('base64');
  try {
    const response = await send(path === null ? `${account}.json` : `${base ?? account}/${path}`, {
      dispatcher: agent,
      method: path === null ? 'GET' : 'POST',
      headers: {
        authorization: `Basic ${basic}`,
        accept: 'application/json',
        ...(path !== null && {
          'content-type': 'application/x-www-form-urlencoded',
          'idempotency-key': idempotencyKey,
        }),
      },
      body:
        path === null ? null : new URLSearchParams(fields.map(([name, value]) => [name, value])).toString(),
      signal: AbortSignal.timeout(timeoutMs),
    });
    return outcomeOf(response.statusCode, await readText(response.body, maxResponseBytes));
  } catch (error) {
    return failureOf(error);
  }
}

function outcomeOf(status: number, body: string): CarrierOutcome {
  const data = parseObject(body);
  if (status >= 200 && status < 300) return { ended: 'accepted', data };
  const message = textOf(data.message);
  const reason = message === '' ? `The carrier answered with status ${status}` : message;
  if (status === 429 || status === 503) return { ended: 'not-delivered', reason };
  if (status >= 500 || status === 408) return { ended: 'unknown', reason };
  return { ended: 'rejected', code: errorCodeOf(data.code) || String(status), reason };
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

/** A carrier's error code as text, whether it writes a number or a text; '' for none. */
export function errorCodeOf(value: unknown): string {
  return typeof value === 'number' || typeof value === 'string' ? String(value) : '';
}

function parseObject(body: string): JsonObject {
  try {
    const value: unknown = JSON.parse(body);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
