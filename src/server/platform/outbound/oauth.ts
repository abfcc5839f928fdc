/** Tokens for posts that are authorized by OAuth client credentials: fetched, kept until shortly before they end. */

import { hash } from 'node:crypto';
import * as oauth from 'oauth4webapi';
import type { Agent } from 'undici';
import { sendRequest } from './client.ts';
import { failureReason } from './failure-reason.ts';

export type OAuthClient = { id: string; secret: string; tokenUrl: string };

/** `isFresh`: it was fetched for this asking, so that another one would be no better. */
export type TokenResult =
  | { token: string; isFresh: boolean; problem: null }
  | { token: null; problem: string };

const timeoutMs = 10_000;
const maxResponseBytes = 65_536;
/** How long a token is used whose server does not say. */
const defaultLifetimeMs = 300_000;
/** A token is not used in the last part of its life: it has to arrive. */
const maxExpiryMarginMs = 30_000;
const maxCachedTokens = 1_000;

type CachedToken = { until: number; fetched: Promise<TokenResult> };

/** The tokens of one process. Webhooks with the same client share one; those who ask at once wait for one answer. */
export class TokenCache {
  readonly #tokens = new Map<string, CachedToken>();

  /** `now` in epoch milliseconds. Never rejects. */
  async getToken(agent: Agent, client: OAuthClient, now: number): Promise<TokenResult> {
    const key = cacheKey(client);
    const kept = this.#tokens.get(key);
    if (kept !== undefined && kept.until > now) {
      const grant = await kept.fetched;
      return grant.token === null ? grant : { ...grant, isFresh: false };
    }
    const fetching = fetchToken(agent, client);
    const entry: CachedToken = {
      until: Number.POSITIVE_INFINITY,
      fetched: fetching.then(({ result: grant }) => grant),
    };
    this.#store(key, entry);
    const { result, lifetimeMs } = await fetching;
    if (result.token === null) this.#drop(key, entry);
    else entry.until = now + lifetimeMs - Math.min(maxExpiryMarginMs, lifetimeMs / 10);
    return result;
  }

  /** The receiver refused this token: the next who asks gets another one. */
  async invalidate(client: OAuthClient, token: string): Promise<void> {
    const key = cacheKey(client);
    const kept = this.#tokens.get(key);
    if (kept !== undefined && (await kept.fetched).token === token) this.#drop(key, kept);
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

/** Credentials go into the header; a server that refuses them there is asked once more with them in the body. */
async function fetchToken(agent: Agent, client: OAuthClient): Promise<FetchedToken> {
  const first = await requestToken(agent, client, basicAuthentication(client));
  const isRefused = 'status' in first && [400, 401].includes(first.status);
  const answer = isRefused ? await requestToken(agent, client, oauth.ClientSecretPost(client.secret)) : first;
  if ('lifetimeMs' in answer) return answer;
  // What the header met is the documented way, so that is what is told.
  const { problem } = 'lifetimeMs' in first ? answer : first;
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
    const answer = await oauth.clientCredentialsGrantRequest(
      server,
      { client_id: id },
      authentication,
      {},
      {
        [oauth.allowInsecureRequests]: true,
        [oauth.customFetch]: async (url, options) => {
          const response = await send(agent, url, options);
          status = response.status;
          return response;
        },
      },
    );
    if (!answer.ok)
      return { problem: `The token server answered ${status}${await errorCodeOf(answer)}`, status };
    const { access_token: token, expires_in: seconds } = await oauth.processClientCredentialsResponse(
      server,
      { client_id: id },
      answer,
    );
    const lifetimeMs = seconds === undefined ? defaultLifetimeMs : seconds * 1000;
    return { result: { token, isFresh: true, problem: null }, lifetimeMs };
  } catch (error) {
    return { problem: `The token server gave no token: ${failureReason(error)}`, status };
  }
}

type TokenRequest = { method: string; headers: Record<string, string>; body: URLSearchParams };

/** Through the guarded agent, bounded in time and size. @throws when there is no whole answer */
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
  // Not every server says that its answer is JSON, or which kind of token it holds; what is none is told as such.
  return status === 200
    ? Response.json({ token_type: 'bearer', ...parseObject(text) }, { status })
    : new Response(mayHaveBody ? text : null, { status: Math.max(status, 200) });
}

function parseObject(text: string): object {
  const value: unknown = JSON.parse(text);
  return typeof value === 'object' && value !== null ? value : {};
}

/** The error code of RFC 6749, if there is one. */
async function errorCodeOf(answer: Response): Promise<string> {
  const [, code] = /"error"\s*:\s*"([\w ./:-]{1,80})"/.exec(await answer.text()) ?? [];
  return code === undefined ? '' : `: ${code}`;
}

/** As RFC 6749 says, but for letters that need no escape: many servers read the header without undoing it. */
function basicAuthentication({ id, secret }: OAuthClient): oauth.ClientAuth {
  const credentials = [id, secret].map((part) => encodeURIComponent(part).replaceAll('%20', '+')).join(':');
  return (_server, _client, _body, headers) => {
    headers.set('authorization', `Basic ${Buffer.from(credentials).toString('base64')}`);
  };
}
