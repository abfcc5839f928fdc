/** OAuth 2.0 access tokens by the client credentials grant (RFC 6749, 4.4), cached until shortly before they expire. */

import { hash } from 'node:crypto';
import * as oauth from 'oauth4webapi';
import type { Agent } from 'undici';
import { sendRequest } from './client.ts';
import { failureReason } from './failure-reason.ts';

export type OAuthClient = { id: string; secret: string; tokenUrl: string };

/** `isFresh`: it was fetched by this call, so a retry with another one is useless. */
export type TokenResult =
  | { token: string; isFresh: boolean; problem: null }
  | { token: null; problem: string };

const timeoutMs = 10_000;
const maxResponseBytes = 65_536;
/** The lifetime of a token whose server does not state it. */
const defaultLifetimeMs = 300_000;
/** Tokens are renewed this long before they expire, as a request takes time to arrive. */
const maxExpiryMarginMs = 30_000;
const maxCachedTokens = 1_000;

type CachedToken = { until: number; fetched: Promise<TokenResult> };

/** A cache of tokens by client. Concurrent callers share one request. */
export class TokenCache {
  readonly #tokens = new Map<string, CachedToken>();

  /** `now` in epoch milliseconds. Never rejects. */
  async getToken(agent: Agent, client: OAuthClient, now: number): Promise<TokenResult> {
    const key = cacheKey(client);
    const cached = this.#tokens.get(key);
    if (cached !== undefined && cached.until > now) {
      const result = await cached.fetched;
      return result.token === null ? result : { ...result, isFresh: false };
    }
    const pending = fetchToken(agent, client);
    const entry: CachedToken = {
      until: Number.POSITIVE_INFINITY,
      fetched: pending.then(({ result }) => result),
    };
    this.#store(key, entry);
    const { result, lifetimeMs } = await pending;
    if (result.token === null) this.#drop(key, entry);
    else entry.until = now + lifetimeMs - Math.min(maxExpiryMarginMs, lifetimeMs / 10);
    return result;
  }

  /** After the receiver rejected this token: the next call fetches another one. */
  async invalidate(client: OAuthClient, token: string): Promise<void> {
    const key = cacheKey(client);
    const cached = this.#tokens.get(key);
    if (cached !== undefined && (await cached.fetched).token === token) this.#drop(key, cached);
  }

  #store(key: string, entry: CachedToken): void {
    this.#tokens.delete(key);
    this.#tokens.set(key, entry);
    const [oldest] = this.#tokens.keys();
    if (this.#tokens.size > maxCachedTokens && oldest !== undefined) this.#tokens.delete(oldest);
  }

  #drop(key: string, entry: CachedToken): void {
    if (this.#tokens.get(key) === entry) this.#tokens.delete(key);
  }
}

function cacheKey({ id, secret, tokenUrl }: OAuthClient): string {
  return hash('sha256', JSON.stringify([tokenUrl, id, secret]));
}

type FetchedToken = { result: TokenResult; lifetimeMs: number };

/** Credentials in the header; when the server rejects those, once more with credentials in the body. */
async function fetchToken(agent: Agent, client: OAuthClient): Promise<FetchedToken> {
  const first = await requestToken(agent, client, basicAuthentication(client));
  const isRejected = 'status' in first && [400, 401].includes(first.status);
  const second = isRejected
    ? await requestToken(agent, client, oauth.ClientSecretPost(client.secret))
    : first;
  if ('lifetimeMs' in second) return second;
  // The header is the standard way, so its problem is reported.
  const { problem } = 'lifetimeMs' in first ? second : first;
  return { result: { token: null, problem }, lifetimeMs: 0 };
}

type FailedRequest = { problem: string; status: number };

async function requestToken(
  agent: Agent,
  { id, tokenUrl }: OAuthClient,
  authentication: oauth.ClientAuth,
): Promise<FetchedToken | FailedRequest> {
  const server = { issuer: tokenUrl, token_endpoint: tokenUrl };
  let status = 0;
  try {
    const response = await oauth.clientCredentialsGrantRequest(
      server,
      { client_id: id },
      authentication,
      {},
      {
        [oauth.allowInsecureRequests]: true,
        [oauth.customFetch]: async (url, options) => {
          const received = await send(agent, url, options);
          status = received.status;
          return received;
        },
      },
    );
    if (!response.ok)
      return { problem: `The token server responded with ${status}${await errorCodeOf(response)}`, status };
    const { access_token: token, expires_in: seconds } = await oauth.processClientCredentialsResponse(
      server,
      { client_id: id },
      response,
    );
    const lifetimeMs = seconds === undefined ? defaultLifetimeMs : seconds * 1000;
    return { result: { token, isFresh: true, problem: null }, lifetimeMs };
  } catch (error) {
    return { problem: `The token server gave no token: ${failureReason(error)}`, status };
  }
}

type TokenRequest = { method: string; headers: Record<string, string>; body: URLSearchParams };

/** Through the guarded agent, bounded in time and size. @throws when there is no complete response */
async function send(agent: Agent, url: string, { headers, body }: TokenRequest): Promise<Response> {
  const outcome = await sendRequest(agent, {
    method: 'POST',
    url,
    headers,
    body: body.toString(),
    timeout_ms: timeoutMs,
    max_bytes: maxResponseBytes,
    follow: false,
  });
  if (!outcome.ok) throw new Error(outcome.reason);
  const { status, body: text } = outcome.response;
  const mayHaveBody = status >= 200 && ![204, 205, 304].includes(status);
  // Some servers omit the content type, or `token_type`; the response is read as JSON all the same.
  return status === 200
    ? Response.json({ token_type: 'bearer', ...parseObject(text) }, { status })
    : new Response(mayHaveBody ? text : null, { status: Math.max(status, 200) });
}

function parseObject(text: string): object {
  const value: unknown = JSON.parse(text);
  return typeof value === 'object' && value !== null ? value : {};
}

/** The error code of RFC 6749, if there is one. */
async function errorCodeOf(response: Response): Promise<string> {
  const [, code] = /"error"\s*:\s*"([\w ./:-]{1,80})"/.exec(await response.text()) ?? [];
  return code === undefined ? '' : `: ${code}`;
}

/** As in RFC 6749, 2.3.1, except for characters that need no escape: many servers do not decode the header. */
function basicAuthentication({ id, secret }: OAuthClient): oauth.ClientAuth {
  const credentials = [id, secret].map((part) => encodeURIComponent(part).replaceAll('%20', '+')).join(':');
  return (_server, _client, _body, headers) => {
    headers.set('authorization', `Basic ${Buffer.from(credentials).toString('base64')}`);
  };
}
