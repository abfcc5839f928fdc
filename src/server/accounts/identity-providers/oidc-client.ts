/**
 * Client of OpenID Connect providers (OpenID Connect Core 1.0, authorization code flow with PKCE of RFC 7636). Every request
 * goes through the guarded agent, follows no redirect, and is bounded in time and size. Nothing is kept of a provider's keys, so
 * that those it has replaced are the ones it has now.
 */

import * as oauth from 'oauth4webapi';
import type { Agent } from 'undici';
import { isObject } from '#flow/json/json.ts';
import type { Config } from '../../platform/config.ts';
import { JsonLimits } from '../../platform/http/json-limits.ts';
import { createAddressGuard, createOutboundAgent } from '../../platform/outbound/address-guard.ts';
import { sendRequest } from '../../platform/outbound/client.ts';
import { failureReason } from '../../platform/outbound/failure-reason.ts';
import { perServer } from '../../platform/per-server.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { systemTime } from '../../platform/service-runtime.ts';
import { BadAnswer } from './bad-answer.ts';
import { joinClaims } from './claims.ts';
import { type LogoutToken, readLogoutToken, verifySignature } from './logout-token.ts';

/** What is needed to speak to a provider; the secret in clear. */
export type OidcProvider = { issuer: string; clientId: string; secret: string | null; scopes: string };

/** What the provider says about who signed in: the claims of the ID token, along with those of the userinfo. */
export type OidcClaims = Readonly<Record<string, unknown>> & { sub: string };

/** The provider did not answer, or not in time. */
export class ProviderAway extends Error {
  override readonly name = 'ProviderAway';
}

/** The provider says that the person may not, or does not want to, sign in. */
export class AccessRefused extends Error {
  override readonly name = 'AccessRefused';
}

const timeoutMs = 10_000;
const maxBytes = 256 * 1024;
/** How far the clocks of both sides may be apart. */
const toleranceSeconds = 60;

/** Configurations that are being read, by issuer. */
const underWay = perServer(() => new Map<string, Promise<oauth.AuthorizationServer>>());

/** Those who ask at the same time share the answer: anybody may begin a sign-in. @throws ProviderAway; BadAnswer */
export function discover(ctx: ServiceContext, provider: OidcProvider): Promise<oauth.AuthorizationServer> {
  const { issuer } = provider;
  const all = underWay(ctx);
  const shared = all.get(issuer) ?? readConfiguration(ctx, provider).finally(() => all.delete(issuer));
  all.set(issuer, shared);
  return shared;
}

function readConfiguration(ctx: ServiceContext, provider: OidcProvider): Promise<oauth.AuthorizationServer> {
  return withAgent(ctx, async (agent) => {
    const issuer = new URL(provider.issuer);
    const response = await oauth.discoveryRequest(issuer, optionsOf(ctx, agent, provider));
    const server = await oauth.processDiscoveryResponse(issuer, response);
    for (const endpoint of ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const) {
      if (server[endpoint] === undefined) throw new BadAnswer(`Its configuration names no ${endpoint}`);
    }
    for (const endpoint of ['authorization_endpoint', 'end_session_endpoint'] as const) {
      requireWebAddress(ctx, provider, server[endpoint]);
    }
    return server;
  });
}

/** The browser goes there: it must be no address of another kind. @throws BadAnswer */
function requireWebAddress(ctx: ServiceContext, provider: OidcProvider, text: string | undefined): void {
  if (text === undefined) return;
  const protocol = URL.parse(text)?.protocol;
  if (protocol === 'https:' || (protocol === 'http:' && mayBePlain(ctx.config, provider.issuer))) return;
  throw new BadAnswer('Its configuration names an address that is not https');
}

/** What a sign-in is begun with, and its answer compared with. */
export type SignInRequest = { state: string; nonce: string; codeVerifier: string; redirectUri: string };

/** Where the browser goes to sign in. */
export async function authorizationUrl(
  server: oauth.AuthorizationServer,
  { clientId, scopes }: OidcProvider,
  { state, nonce, codeVerifier, redirectUri }: SignInRequest,
): Promise<URL> {
  const url = new URL(server.authorization_endpoint ?? '');
  const parameters = {
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: scopes.split(' ').includes('openid') ? scopes : `openid ${scopes}`,
    state,
    nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url;
}

/** Where the browser goes to sign out (OpenID Connect RP-Initiated Logout 1.0); null where there is no such place. */
export function endSessionUrl(
  server: oauth.AuthorizationServer,
  { clientId }: OidcProvider,
  { idToken, returnTo }: { idToken: string | null; returnTo: string },
): string | null {
  if (server.end_session_endpoint === undefined) return null;
  const url = new URL(server.end_session_endpoint);
  url.searchParams.set('client_id', clientId);
  url.searchParams.set('post_logout_redirect_uri', returnTo);
  if (idToken !== null) url.searchParams.set('id_token_hint', idToken);
  return url.href;
}

/**
 * Validates the answer that the browser brought, exchanges its code, and validates what the provider then says about the person.
 *
 * @throws AccessRefused; ProviderAway; BadAnswer
 */
export async function finishSignIn(
  ctx: ServiceContext,
  provider: OidcProvider,
  request: SignInRequest,
  answer: URLSearchParams,
): Promise<{ claims: OidcClaims; idToken: string }> {
  const server = await discover(ctx, provider);
  return withAgent(ctx, async (agent) => {
    const options = optionsOf(ctx, agent, provider);
    const client: oauth.Client = {
      client_id: provider.clientId,
      [oauth.clockSkew]: Math.round((ctx.clock.now() - systemTime()) / 1_000),
      [oauth.clockTolerance]: toleranceSeconds,
    };
    const parameters = oauth.validateAuthResponse(server, client, answer, request.state);
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      authenticationFor(server, provider),
      parameters,
      request.redirectUri,
      request.codeVerifier,
      options,
    );
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, {
      expectedNonce: request.nonce,
      requireIdToken: true,
    });
    // The library leaves the signature out where the token came by TLS from the provider itself.
    await oauth.validateApplicationLevelSignature(server, response, options);
    const claims = oauth.getValidatedIdTokenClaims(tokens);
    if (claims === undefined || claims.sub === '') throw new BadAnswer('The ID token has no subject');
    if (claims.iat > ctx.clock.now() / 1_000 + toleranceSeconds)
      throw new BadAnswer('The ID token is from the future');
    const more =
      server.userinfo_endpoint === undefined
        ? {}
        : await oauth.processUserInfoResponse(
            server,
            client,
            claims.sub,
            await oauth.userInfoRequest(server, client, tokens.access_token, options),
          );
    return { claims: joinClaims(claims, more), idToken: tokens.id_token ?? '' };
  });
}

/** By the header unless the provider names other ways and not that one; a public client has its verifier alone. */
function authenticationFor(
  { token_endpoint_auth_methods_supported: methods }: oauth.AuthorizationServer,
  { secret }: OidcProvider,
): oauth.ClientAuth {
  if (secret === null) return oauth.None();
  const isByHeader = methods === undefined || methods.includes('client_secret_basic');
  return isByHeader ? oauth.ClientSecretBasic(secret) : oauth.ClientSecretPost(secret);
}

type Options = {
  [oauth.customFetch]: (
    url: string,
    options: { method: string; headers: Record<string, string>; body?: unknown },
  ) => Promise<Response>;
  [oauth.allowInsecureRequests]?: true;
};

function optionsOf({ config }: ServiceContext, agent: Agent, { issuer }: OidcProvider): Options {
  return {
    [oauth.customFetch]: (url, { method, headers, body }) => send(agent, url, method, headers, body),
    ...(mayBePlain(config, issuer) && { [oauth.allowInsecureRequests]: true as const }),
  };
}

async function send(
  agent: Agent,
  url: string,
  method: string,
  headers: Record<string, string>,
  body: unknown,
): Promise<Response> {
  const outcome = await sendRequest(agent, {
    method: method === 'POST' ? 'POST' : 'GET',
    url,
    headers,
    body: body instanceof URLSearchParams ? body.toString() : null,
    timeout_ms: timeoutMs,
    max_bytes: maxBytes,
    follow: false,
  });
  if (!outcome.ok) throw new ProviderAway(outcome.reason);
  const { status, headers: received, body: text } = outcome.response;
  if (status >= 500) throw new ProviderAway(`It answered ${status}`);
  const type = received['content-type'];
  // As in requests: what is nested deeply takes long to read.
  if (new JsonLimits().read(Buffer.from(text)) !== null)
    throw new BadAnswer('It is nested too deeply, or too long');
  const mayHaveBody = status >= 200 && ![204, 205, 304].includes(status);
  return new Response(mayHaveBody ? text : null, {
    status: Math.max(status, 200),
    ...(type !== undefined && { headers: { 'content-type': type } }),
  });
}

/**
 * Validates the token with which a provider ends sessions.
 *
 * @throws ProviderAway; BadAnswer
 */
export async function validateLogoutToken(
  ctx: ServiceContext,
  provider: OidcProvider,
  token: string,
): Promise<LogoutToken> {
  const { issuer, clientId } = provider;
  const now = ctx.clock.now() / 1_000;
  const { parts, ...read } = readLogoutToken(token, { issuer, clientId, now, toleranceSeconds });
  const server = await discover(ctx, provider);
  if (read.iss !== server.issuer) throw new BadAnswer('The logout token has another issuer');
  const supported = server.id_token_signing_alg_values_supported;
  if (Array.isArray(supported) && !supported.includes(String(parts.header.alg)))
    throw new BadAnswer('The logout token is signed in a way that the provider does not name');
  return withAgent(ctx, async (agent) => {
    const accept = { accept: 'application/json' };
    const response = await send(agent, server.jwks_uri ?? '', 'GET', accept, undefined);
    const found: unknown = response.status === 200 ? await response.json() : null;
    verifySignature(parts, isObject(found) ? found.keys : null);
    return read;
  });
}

/** Whether http will do: for a host that OUTBOUND_ALLOW names, as an address in one's own network is. */
export function mayBePlain({ outboundAllow }: Pick<Config, 'outboundAllow'>, issuer: string): boolean {
  const url = URL.parse(issuer);
  if (url?.protocol !== 'http:') return false;
  const { hostname } = url;
  const isNamed = createAddressGuard(outboundAllow).permits(hostname, hostname);
  return isNamed && !createAddressGuard([]).permits(hostname, hostname);
}

/** What goes wrong becomes one of the errors of this file. */
async function withAgent<T>(ctx: ServiceContext, work: (agent: Agent) => Promise<T>): Promise<T> {
  const agent = createOutboundAgent(createAddressGuard(ctx.config.outboundAllow));
  try {
    return await work(agent);
  } catch (error) {
    if (error instanceof ProviderAway || error instanceof BadAnswer) throw error;
    if (error instanceof oauth.AuthorizationResponseError) throw refusalOf(error.error);
    if (error instanceof oauth.ResponseBodyError)
      throw new BadAnswer(`The token endpoint refused: ${shortCode(error.error)}`);
    throw new BadAnswer(reasonOf(error));
  } finally {
    await agent.destroy();
  }
}

function refusalOf(code: string): Error {
  const isPassing = code === 'temporarily_unavailable' || code === 'server_error';
  return isPassing ? new ProviderAway(shortCode(code)) : new AccessRefused(shortCode(code));
}

const shortCode = (code: string) => code.replaceAll(/[^\w ./:-]/g, '').slice(0, 80);

/** The message, with the claim or attribute that was wrong, and nothing of the answer itself. */
function reasonOf(error: unknown): string {
  const claim = error instanceof Error && isObject(error.cause) ? error.cause.claim : undefined;
  const reason = failureReason(error).slice(0, 200);
  return typeof claim === 'string' ? `${reason} (${shortCode(claim)})` : reason;
}
