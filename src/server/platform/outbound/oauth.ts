/** Tokens for posts that are authorized by OAuth client credentials: fetched, kept until shortly before they end. */

import { hash } from 'node:crypto';
import * as oauth from 'oauth4webapi';
import type { Agent } from 'undici';
import { request } from './client.ts';
import { reasonOf } from './failure-reason.ts';

export type OauthClient = { id: string; secret: string; tokenUrl: string };

/** `isFresh`: it was fetched for this asking, so that another one would be no better. */
export type Grant = { token: string; isFresh: boolean; problem: null } | { token: null; problem: string };

const timeoutMs = 10_000;
const mostAnswered = 65_536;
/** How long a token is used whose server does not say. */
const defaultLifeMs = 300_000;
/** A token is not used in the last part of its life: it has to arrive. */
const mostMarginMs = 30_000;
const mostKept = 1_000;

type Kept = { until: number; fetched: Promise<Grant> };

/** The tokens of one process. Webhooks with the same client share one; those who ask at once wait for one answer. */
export class TokenKeeper {
  readonly #kept = new Map<string, Kept>();

  /** `now` in epoch milliseconds. Never rejects. */
  async grant(agent: Agent, client: OauthClient, now: number): Promise<Grant> {
    const key = keyOf(client);
    const kept = this.#kept.get(key);
    if (kept !== undefined && kept.until > now) {
      const grant = await kept.fetched;
      return grant.token === null ? grant : { ...grant, isFresh: false };
    }
    const fetching = fetchToken(agent, client);
    const entry: Kept = { until: Number.POSITIVE_INFINITY, fetched: fetching.then(({ grant }) => grant) };
    this.#keep(key, entry);
    const { grant, lifeMs } = await fetching;
    if (grant.token === null) this.#drop(key, entry);
    else entry.until = now + lifeMs - Math.min(mostMarginMs, lifeMs / 10);
    return grant;
  }

  /** The receiver refused this token: the next who asks gets another one. */
  async forget(client: OauthClient, token: string): Promise<void> {
    const key = keyOf(client);
    const kept = this.#kept.get(key);
    if (kept !== undefined && (await kept.fetched).token === token) this.#drop(key, kept);
  }

  #keep(key: string, entry: Kept): void {
    this.#kept.delete(key);
    this.#kept.set(key, entry);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > mostKept && oldest !== undefined) this.#kept.delete(oldest);
  }

  #drop(key: string, entry: Kept): void {
    if (this.#kept.get(key) === entry) this.#kept.delete(key);
  }
}

function keyOf({ id, secret, tokenUrl }: OauthClient): string {
  return hash('sha256', JSON.stringify([tokenUrl, id, secret]));
}

type Fetched = { grant: Grant; lifeMs: number };

/** Credentials go into the header; a server that refuses them there is asked once more with them in the body. */
async function fetchToken(agent: Agent, client: OauthClient): Promise<Fetched> {
  const first = await ask(agent, client, inHeader(client));
  const isRefused = 'status' in first && [400, 401].includes(first.status);
  const answer = isRefused ? await ask(agent, client, oauth.ClientSecretPost(client.secret)) : first;
  if ('lifeMs' in answer) return answer;
  // What the header met is the documented way, so that is what is told.
  const { problem } = 'lifeMs' in first ? answer : first;
  return { grant: { token: null, problem }, lifeMs: 0 };
}

type Failed = { problem: string; status: number };

async function ask(
  agent: Agent,
  { id, tokenUrl }: OauthClient,
  authentication: oauth.ClientAuth,
): Promise<Fetched | Failed> {
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
    if (!answer.ok) return { problem: `The token server answered ${status}${await codeOf(answer)}`, status };
    const { access_token: token, expires_in: seconds } = await oauth.processClientCredentialsResponse(
      server,
      { client_id: id },
      answer,
    );
    const lifeMs = seconds === undefined ? defaultLifeMs : seconds * 1000;
    return { grant: { token, isFresh: true, problem: null }, lifeMs };
  } catch (error) {
    return { problem: `The token server gave no token: ${reasonOf(error)}`, status };
  }
}

type Sent = { method: string; headers: Record<string, string>; body: URLSearchParams };

/** Through the guarded agent, bounded in time and size. @throws when there is no whole answer */
async function send(agent: Agent, url: string, { headers, body }: Sent): Promise<Response> {
  const outcome = await request(agent, {
    method: 'POST',
    url,
    headers,
    body: body.toString(),
    timeout_ms: timeoutMs,
    max_bytes: mostAnswered,
    follow: false,
  });
  if (!outcome.ok) throw new Error(outcome.reason);
  const { status, body: text } = outcome.answer;
  const mayHaveBody = status >= 200 && ![204, 205, 304].includes(status);
  // Not every server says that its answer is JSON, or which kind of token it holds; what is none is told as such.
  return status === 200
    ? Response.json({ token_type: 'bearer', ...readObject(text) }, { status })
    : new Response(mayHaveBody ? text : null, { status: Math.max(status, 200) });
}

function readObject(text: string): object {
  const value: unknown = JSON.parse(text);
  return typeof value === 'object' && value !== null ? value : {};
}

/** The error code of RFC 6749, if there is one. */
async function codeOf(answer: Response): Promise<string> {
  const [, code] = /"error"\s*:\s*"([\w ./:-]{1,80})"/.exec(await answer.text()) ?? [];
  return code === undefined ? '' : `: ${code}`;
}

/** As RFC 6749 says, but for letters that need no escape: many servers read the header without undoing it. */
function inHeader({ id, secret }: OauthClient): oauth.ClientAuth {
  const credentials = [id, secret].map((part) => encodeURIComponent(part).replaceAll('%20', '+')).join(':');
  return (_server, _client, _body, headers) => {
    headers.set('authorization', `Basic ${Buffer.from(credentials).toString('base64')}`);
  };
}
