/**
 * Guards the routes that carriers post to. A post is authenticated by the carrier of what it acts on: by its signature
 * where the carrier signs, and for the test carrier by where it comes from, or by the secret in the webhook's URL.
 */

import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Transform } from 'node:stream';
import type { FastifyRequest, RouteShorthandOptions } from 'fastify';
import { bodyHashParameter, secretParameter } from '#api/messaging/callbacks.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Form } from '../../platform/http/form.ts';
import { baseUrl } from '../../platform/http/host.ts';
import { isPrivateRequest } from '../../platform/http/local-request.ts';
import { pathOf, queryOf } from '../../platform/http/paging.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { carriersOf, type PostingCarrier } from '../carriers/store.ts';
import { isEqual } from '../dialects/default/signature.ts';
import { bodySignatureHeaders, dialectOf, signatureHeaders } from '../dialects/table.ts';
import type { PostSubject } from '../subjects/service.ts';
import { isWebhookSecret } from '../webhook-secrets/service.ts';

const formType = 'application/x-www-form-urlencoded';

/** SHA-256 of the bodies whose URL has a body hash, in hexadecimal. */
const bodyHashes = new WeakMap<FastifyRequest, string>();

/** The bodies that are signed as they came. */
const signedBodies = new WeakMap<FastifyRequest, Buffer>();

/**
 * Rejects a post that is not from the carrier of its subject. `form` has the fields of the body, null for a GET.
 *
 * @throws Refusal forbidden
 */
export async function requireCarrier(
  ctx: ServiceContext,
  request: FastifyRequest,
  { account, flow, carrier }: Pick<PostSubject, 'account' | 'flow' | 'carrier'>,
  form: Form | null,
): Promise<void> {
  if (carrier === null) {
    if (isPrivateRequest(ctx, request)) return;
    if (flow !== null && (await isWebhookSecret(ctx, { account, flow }, secretOf(request)))) return;
    throw reject(
      ctx,
      request,
      account,
      'The test carrier is open on this machine only, or with the secret in the webhook URL',
    );
  }
  if (isSigned(ctx, request, carrier, form)) return;
  throw reject(ctx, request, account, 'The signature of the request is missing or wrong');
}

/** Which carriers have signed the post. One whose signatures are not checked has signed nothing. */
export function signersOf(
  ctx: ServiceContext,
  request: FastifyRequest,
  form: Form | null,
): (carrier: PostingCarrier) => boolean {
  return (carrier) => carrier.checks_signatures === 1 && isSigned(ctx, request, carrier, form);
}

/**
 * Which carriers a WebSocket is from, by its Basic authentication: their Account SID and their key. Only jambonz has them.
 * Each message asks again: a key that was changed opens nothing more.
 */
export function socketSigners(
  ctx: ServiceContext,
  { authorization = '' }: IncomingHttpHeaders,
): (carrier: PostingCarrier) => boolean {
  return ({ dialect, checks_signatures, carrier_account, signing_key, token }) => {
    if (dialect !== 'jambonz') return false;
    if (checks_signatures === 0) return true;
    const credentials = `${carrier_account}:${ctx.secrets.decrypt(signing_key ?? token)}`;
    return isEqual(authorization, `Basic ${Buffer.from(credentials).toString('base64')}`);
  };
}

/** A carrier of the account that is one of them. */
export async function carrierAmong(
  { database }: ServiceContext,
  account: string,
  isOne: (carrier: PostingCarrier) => boolean,
): Promise<PostingCarrier | undefined> {
  return (await carriersOf(database.read, account)).find(isOne);
}

/** The secret in the query of the webhook's URL; null when there is none. */
export function secretOf(request: FastifyRequest): string | null {
  return queryOf(request).get(secretParameter);
}

/** True also where the carrier need not sign. The URL is the one that it was given: below PUBLIC_URL where that is set. */
function isSigned(
  ctx: ServiceContext,
  request: FastifyRequest,
  carrier: PostingCarrier,
  form: Form | null,
): boolean {
  if (carrier.checks_signatures === 0) return true;
  const isForm = request.headers['content-type']?.startsWith(formType) ?? form?.names().length === 0;
  const fields =
    form === null || !isForm ? [] : form.names().map((name) => [name, form.texts(name)] as const);
  const digest = form === null || isForm ? null : (bodyHashes.get(request) ?? '');
  return dialectOf(carrier).isSigned(ctx.secrets.decrypt(carrier.signing_key ?? carrier.token), {
    headers: request.headers,
    url: baseUrl(ctx, request) + request.url,
    fields,
    digest,
    body: signedBodies.get(request) ?? Buffer.alloc(0),
    now: ctx.clock.now(),
  });
}

function reject(ctx: ServiceContext, request: FastifyRequest, account: string, why: string): Refusal {
  const signed = signatureHeaders.some((name) => request.headers[name] !== undefined);
  ctx.log.warn(
    { request: request.id, account, path: pathOf(request), signed },
    'Post that is not from the carrier of its subject rejected',
  );
  return new Refusal('forbidden', why);
}

/**
 * Options of routes that `requireCarrier` guards: while a body is read it is hashed where the URL has a body hash, and kept
 * where its signature covers it as it came. The limit of the route's bodies holds for what is kept, too.
 */
export const signedRoute: RouteShorthandOptions = {
  preParsing: (request, _, payload, done) => {
    const isHashed = request.url.includes(`${bodyHashParameter}=`);
    const isKept = bodySignatureHeaders.some((name) => request.headers[name] !== undefined);
    if (!isHashed && !isKept) return done(null, payload);
    const hash = createHash('sha256');
    const kept: Buffer[] = [];
    const reading = new Transform({
      transform(piece: Buffer, _encoding, pass) {
        if (isHashed) hash.update(piece);
        if (isKept) kept.push(piece);
        pass(null, piece);
      },
      flush(pass) {
        if (isHashed) bodyHashes.set(request, hash.digest('hex'));
        if (isKept) signedBodies.set(request, Buffer.concat(kept));
        pass();
      },
    });
    done(null, payload.pipe(reading));
  },
};
