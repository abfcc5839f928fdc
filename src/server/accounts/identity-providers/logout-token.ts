/**
 * Validates the logout token with which a provider ends sessions (OpenID Connect Back-Channel Logout 1.0, 2.4 and 2.6). The library
 * validates ID tokens only, which always have a subject; the signature is verified by Node (RFC 7515, RFC 7518).
 */

import { constants, createPublicKey, type JsonWebKey, verify } from 'node:crypto';
import { isObject } from '#flow/json/json.ts';
import { BadAnswer } from './bad-answer.ts';

export type LogoutToken = {
  iss: string;
  jti: string;
  /** Epoch seconds. */
  exp: number;
  /** Whose sessions, and which one; one of them at least. */
  sub: string | null;
  sid: string | null;
};

type Expected = {
  issuer: string;
  clientId: string;
  /** Epoch seconds. */
  now: number;
  toleranceSeconds: number;
};

const event = 'http://schemas.openid.net/event/backchannel-logout';
const maxTextLength = 500;

/** How signatures are made: the type and curve of the key, and what Node calls it. None is made with a secret that both know. */
const algorithms = new Map<string, { kty: string; crv?: string; digest: string | null; pss?: true }>([
  ['RS256', { kty: 'RSA', digest: 'sha256' }],
  ['RS384', { kty: 'RSA', digest: 'sha384' }],
  ['RS512', { kty: 'RSA', digest: 'sha512' }],
  ['PS256', { kty: 'RSA', digest: 'sha256', pss: true }],
  ['PS384', { kty: 'RSA', digest: 'sha384', pss: true }],
  ['PS512', { kty: 'RSA', digest: 'sha512', pss: true }],
  ['ES256', { kty: 'EC', crv: 'P-256', digest: 'sha256' }],
  ['ES384', { kty: 'EC', crv: 'P-384', digest: 'sha384' }],
  ['ES512', { kty: 'EC', crv: 'P-521', digest: 'sha512' }],
  ['EdDSA', { kty: 'OKP', crv: 'Ed25519', digest: null }],
  ['Ed25519', { kty: 'OKP', crv: 'Ed25519', digest: null }],
]);

type Parts = {
  header: Record<string, unknown>;
  claims: Record<string, unknown>;
  signed: string;
  signature: Buffer;
};

/** What the token says, before its signature is verified: what cannot be right asks nothing of the provider. @throws BadAnswer */
export function readLogoutToken(token: string, expected: Expected): LogoutToken & { parts: Parts } {
  const parts = split(token);
  const { header, claims } = parts;
  if (!algorithms.has(String(header.alg))) throw new BadAnswer('The logout token is signed by no key');
  if (header.crit !== undefined) throw new BadAnswer('The logout token has extensions that are unknown');
  const type = String(header.typ ?? 'JWT').toLowerCase();
  if (!['jwt', 'logout+jwt', 'application/logout+jwt'].includes(type))
    throw new BadAnswer(`It is a ${type.slice(0, 40)}`);
  const { issuer, clientId, now, toleranceSeconds } = expected;
  const { iss, aud, iat, exp, events, nonce } = claims;
  // The provider's own spelling is compared once its configuration is known.
  if (typeof iss !== 'string' || URL.parse(iss)?.href !== URL.parse(issuer)?.href)
    throw new BadAnswer('The logout token has another issuer');
  if (!(Array.isArray(aud) ? aud : [aud]).includes(clientId))
    throw new BadAnswer('The logout token is for another client');
  if (typeof iat !== 'number' || iat > now + toleranceSeconds)
    throw new BadAnswer('The logout token has no time, or one to come');
  if (typeof exp !== 'number' || exp <= now - toleranceSeconds)
    throw new BadAnswer('The logout token has expired, or never does');
  if (!isObject(events) || !isObject(events[event]))
    throw new BadAnswer('The logout token is about no logout');
  if (nonce !== undefined) throw new BadAnswer('The logout token has a nonce: it is an ID token');
  const [jti, sub, sid] = [textOf(claims, 'jti'), textOf(claims, 'sub'), textOf(claims, 'sid')];
  if (jti === null) throw new BadAnswer('The logout token has no id');
  if (sub === null && sid === null) throw new BadAnswer('The logout token names no person and no session');
  return { iss, jti, exp, sub, sid, parts };
}

/** @throws BadAnswer for a signature that none of the keys has made */
export function verifySignature({ header, signed, signature }: Parts, keys: unknown): void {
  const algorithm = algorithms.get(String(header.alg));
  if (algorithm === undefined) throw new BadAnswer('The logout token is signed by no key');
  const fitting = (Array.isArray(keys) ? keys : []).filter(
    (key): key is JsonWebKey =>
      isObject(key) &&
      key.kty === algorithm.kty &&
      (algorithm.crv === undefined || key.crv === algorithm.crv) &&
      (key.use === undefined || key.use === 'sig') &&
      (header.kid === undefined || key.kid === header.kid) &&
      (key.alg === undefined || key.alg === header.alg),
  );
  const [jwk] = fitting;
  if (jwk === undefined || fitting.length > 1)
    throw new BadAnswer('The logout token names no key of the provider');
  const key = createPublicKey({ key: jwk, format: 'jwk' });
  const isRight = verify(
    algorithm.digest,
    Buffer.from(signed),
    {
      key,
      dsaEncoding: 'ieee-p1363',
      ...(algorithm.pss === true && {
        padding: constants.RSA_PKCS1_PSS_PADDING,
        saltLength: constants.RSA_PSS_SALTLEN_DIGEST,
      }),
    },
    signature,
  );
  if (!isRight) throw new BadAnswer('The signature of the logout token is wrong');
}

function split(token: string): Parts {
  const [, head = '', body = '', signature = ''] = /^([\w-]+)\.([\w-]+)\.([\w-]+)$/.exec(token) ?? [];
  return {
    header: objectIn(head),
    claims: objectIn(body),
    signed: `${head}.${body}`,
    signature: Buffer.from(signature, 'base64url'),
  };
}

function objectIn(part: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString());
    if (isObject(value)) return value;
  } catch {
    // As below.
  }
  throw new BadAnswer('The logout token is no signed token');
}

/** Null without the claim. @throws BadAnswer for one that is no text */
function textOf(claims: Record<string, unknown>, name: string): string | null {
  const { [name]: value } = claims;
  if (value === undefined) return null;
  if (typeof value === 'string' && value !== '' && value.length <= maxTextLength) return value;
  throw new BadAnswer(`The logout token has a ${name} that is none`);
}
