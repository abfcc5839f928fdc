/** An OpenID Connect provider over real HTTP that answers as it is told, wrongly too. */

import { generateKeyPairSync, hash, type KeyObject, sign as makeSignature } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export const oidcClient = { id: 'patchbay', secret: 'secret of the client' };

/** The event of OpenID Connect Back-Channel Logout 1.0. */
export const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';

type Key = { kid: string; privateKey: KeyObject; publicKey: KeyObject };

/** What it says instead of what is right. */
export type OidcBehaviour = {
  /** Added to the right claims, or in place of them; undefined leaves one out. */
  claims?: Record<string, unknown>;
  /** Of the header. */
  alg?: string;
  /** Signed with a key that it does not publish. */
  foreignKey?: boolean;
  /** The signature is of other claims. */
  tampered?: boolean;
  /** Instead of its own answer, at the end of that path. */
  at?: Record<string, (response: ServerResponse) => void>;
  /** Members of the discovery document. */
  metadata?: Record<string, unknown>;
  userinfo?: Record<string, unknown>;
  /** The ID token is left out. */
  noIdToken?: boolean;
};

export type OidcTestProvider = {
  issuer: string;
  behaviour: OidcBehaviour;
  /** Paths that were asked for, in order. */
  requests: string[];
  /** A code for the sign-in that this address begins. */
  issueCode(authorization: URL): string;
  /** A logout token for a session of the person, with these claims in place of its own, signed as `behaviour` says. */
  logoutToken(claims?: Record<string, unknown>, behaviour?: OidcBehaviour & { typ?: string }): string;
  rotateKey(): void;
  close(): Promise<void>;
};

/** `now` in epoch milliseconds. */
export async function openOidcProvider(now: () => number): Promise<OidcTestProvider> {
  let key = newKey('first');
  const foreign = newKey('first');
  let logouts = 0;
  const codes = new Map<string, { nonce: string; challenge: string; redirectUri: string }>();
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;
  const provider: OidcTestProvider = {
    issuer,
    behaviour: {},
    requests: [],
    issueCode({ searchParams: asked }) {
      const code = `code-${codes.size + 1}`;
      codes.set(code, {
        nonce: asked.get('nonce') ?? '',
        challenge: asked.get('code_challenge') ?? '',
        redirectUri: asked.get('redirect_uri') ?? '',
      });
      return code;
    },
    logoutToken(claims = {}, behaviour = {}) {
      const seconds = Math.floor(now() / 1_000);
      logouts += 1;
      const right = {
        ...{ iss: issuer, aud: oidcClient.id, iat: seconds, exp: seconds + 120, jti: `logout-${logouts}` },
        ...{ sub: 'subject-1', events: { [logoutEvent]: {} } },
      };
      return sign({ ...right, ...claims }, { typ: 'logout+jwt', ...behaviour });
    },
    rotateKey() {
      key = newKey('second');
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return provider;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', issuer);
    provider.requests.push(pathname);
    const { behaviour } = provider;
    const own = behaviour.at?.[pathname];
    if (own !== undefined) return own(response);
    if (pathname === '/.well-known/openid-configuration') {
      return sendJson(response, {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        end_session_endpoint: `${issuer}/end`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['ES256', 'none'],
        ...(behaviour.userinfo !== undefined && { userinfo_endpoint: `${issuer}/userinfo` }),
        ...behaviour.metadata,
      });
    }
    if (pathname === '/jwks') {
      const jwk = key.publicKey.export({ format: 'jwk' });
      return sendJson(response, { keys: [{ ...jwk, kid: key.kid, use: 'sig', alg: 'ES256' }] });
    }
    if (pathname === '/userinfo') return sendJson(response, behaviour.userinfo ?? {});
    if (pathname === '/token') return sendJson(response, ...tokenFor(request, await readForm(request)));
    response.writeHead(404).end();
  }

  function tokenFor(request: IncomingMessage, form: URLSearchParams): [object, number?] {
    const known = codes.get(form.get('code') ?? '');
    codes.delete(form.get('code') ?? '');
    const challenge = Buffer.from(hash('sha256', form.get('code_verifier') ?? '', 'buffer')).toString(
      'base64url',
    );
    const credentials = Object.values(oidcClient).map((part) =>
      encodeURIComponent(part).replaceAll('%20', '+'),
    );
    const isClient =
      request.headers.authorization === `Basic ${Buffer.from(credentials.join(':')).toString('base64')}`;
    const isRight =
      known !== undefined && known.challenge === challenge && known.redirectUri === form.get('redirect_uri');
    if (!isClient) return [{ error: 'invalid_client' }, 401];
    if (!isRight) return [{ error: 'invalid_grant' }, 400];
    const seconds = Math.floor(now() / 1_000);
    const claims = {
      iss: issuer,
      aud: oidcClient.id,
      sub: 'subject-1',
      nonce: known.nonce,
      iat: seconds,
      exp: seconds + 300,
      email: 'nora@example.org',
      email_verified: true,
      name: 'Nora Lind',
      ...provider.behaviour.claims,
    };
    return [
      {
        access_token: 'access',
        token_type: 'Bearer',
        ...(provider.behaviour.noIdToken !== true && { id_token: idToken(claims) }),
      },
    ];
  }

  function idToken(claims: object): string {
    return sign(claims, provider.behaviour);
  }

  function sign(
    claims: object,
    { alg = 'ES256', foreignKey, tampered, typ = 'JWT' }: OidcBehaviour & { typ?: string },
  ): string {
    const head = encode({ alg, kid: key.kid, typ });
    const body = encode(claims);
    if (alg === 'none') return `${head}.${body}.`;
    const signed = tampered === true ? `${head}.${encode({ ...claims, sub: 'another' })}` : `${head}.${body}`;
    const { privateKey } = foreignKey === true ? foreign : key;
    const signature = makeSignature('sha256', Buffer.from(signed), {
      key: privateKey,
      dsaEncoding: 'ieee-p1363',
    });
    return `${head}.${body}.${signature.toString('base64url')}`;
  }
}

function newKey(kid: string): Key {
  return { kid, ...generateKeyPairSync('ec', { namedCurve: 'P-256' }) };
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

function sendJson(response: ServerResponse, body: object, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  let text = '';
  for await (const piece of request.setEncoding('utf8')) text += piece;
  return new URLSearchParams(text);
}
