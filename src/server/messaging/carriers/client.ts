/** Speaks with a carrier of the common REST shape: form-encoded posts, Basic authentication, JSON answers. */

import { type Agent, request as send } from 'undici';
import { isObject, type JsonObject, textOf } from '#flow/json/json.ts';
import { readText } from '../../platform/outbound/client.ts';
import { failureReason } from '../../platform/outbound/failure-reason.ts';

const timeoutMs = 12_000;
const maxResponseBytes = 256 * 1024;

/** Where the carrier is, and who asks. `baseUrl` has no slash at the end; `token` is in clear. */
export type CarrierCredentials = { baseUrl: string; account: string; token: string };

/** A field may be repeated; the order is kept. */
export type CarrierFields = readonly (readonly [name: string, value: string])[];

/** `path` stands below the account, as in `Messages.json`; null fetches the account itself. */
export type CarrierRequest = { path: string | null; fields: CarrierFields; idempotencyKey: string };

/**
 * How a request ended. `accepted` has the carrier's own fields. `refused` is its word that nothing came of it,
 * with its code and reason. `unreached` surely did not reach it, or was sent away for now, and may be made
 * again. `unclear` may have been carried out or not.
 */
export type CarrierOutcome =
  | { ended: 'accepted'; data: JsonObject }
  | { ended: 'refused'; code: string; reason: string }
  | { ended: 'unreached' | 'unclear'; reason: string };

/** Failures of a connection that was never there, so nothing can have arrived. */
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
  access: CarrierCredentials,
  { path, fields, idempotencyKey }: CarrierRequest,
): Promise<CarrierOutcome> {
  const account = `${access.baseUrl}/Accounts/${encodeURIComponent(access.account)}`;
  const credentials = Buffer.from(`${access.account}:${access.token}`).toString('base64');
  try {
    const response = await send(path === null ? `${account}.json` : `${account}/${path}`, {
      dispatcher: agent,
      method: path === null ? 'GET' : 'POST',
      headers: {
        authorization: `Basic ${credentials}`,
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
  const said = textOf(data.message);
  const reason = said === '' ? `The carrier answered with status ${status}` : said;
  if (status === 429 || status === 503) return { ended: 'unreached', reason };
  if (status >= 500 || status === 408) return { ended: 'unclear', reason };
  return { ended: 'refused', code: errorCodeOf(data.code) || String(status), reason };
}

function failureOf(error: unknown): CarrierOutcome {
  if (!(error instanceof Error)) return { ended: 'unclear', reason: String(error) };
  if (error.name === 'ForbiddenAddress') return { ended: 'refused', code: '0', reason: error.message };
  if (error.name === 'TimeoutError') {
    return { ended: 'unclear', reason: `The carrier gave no answer within ${timeoutMs / 1000} s` };
  }
  const code = 'code' in error ? String(error.code) : '';
  return { ended: neverConnected.has(code) ? 'unreached' : 'unclear', reason: failureReason(error) };
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
