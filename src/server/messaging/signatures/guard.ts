/** Guards the routes that carriers post to: verifies the carrier's signature where a carrier of the account signs. */

import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';
import type { FastifyRequest, RouteShorthandOptions } from 'fastify';
import { bodyHashParameter, signatureHeader } from '#api/messaging/resources.ts';
import { Refusal } from '../../platform/errors.ts';
import { baseUrl } from '../../platform/http/base-url.ts';
import type { Form } from '../../platform/http/form.ts';
import { pathOf } from '../../platform/http/paging.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { isAuthentic, type SignedSubject } from './service.ts';

const formType = 'application/x-www-form-urlencoded';

/** SHA-256 of the bodies whose URL has a body hash, in hexadecimal. */
const bodyHashes = new WeakMap<FastifyRequest, string>();

/**
 * Rejects a post that its carrier has not signed. The signature covers the URL that the carrier was given: below
 * PUBLIC_URL where that is set. `form` has the fields of the body, null for a GET.
 *
 * @throws Refusal forbidden
 */
export async function requireSignature(
  ctx: ServiceContext,
  request: FastifyRequest,
  subject: SignedSubject,
  form: Form | null,
): Promise<void> {
  const signature = request.headers[signatureHeader];
  const signed = typeof signature === 'string' ? signature : null;
  const isForm = request.headers['content-type']?.startsWith(formType) ?? form?.names().length === 0;
  const fields =
    form === null || !isForm ? [] : form.names().map((name) => [name, form.texts(name)] as const);
  const digest = form === null || isForm ? null : (bodyHashes.get(request) ?? '');
  const post = { signature: signed, url: baseUrl(ctx, request) + request.url, fields, digest };
  if (await isAuthentic(ctx, subject, post)) return;
  ctx.log.warn(
    { request: request.id, account: subject.account, path: pathOf(request), signed: signed !== null },
    'Post without a valid carrier signature rejected',
  );
  throw new Refusal('forbidden', 'The signature of the request is missing or wrong');
}

/** Options of routes that `requireSignature` guards: hashes a body while it is read, where the URL has a body hash. */
export const signedRoute: RouteShorthandOptions = {
  preParsing: (request, _, payload, done) => {
    if (!request.url.includes(`${bodyHashParameter}=`)) return done(null, payload);
    const hash = createHash('sha256');
    const hashing = new Transform({
      transform(piece: Buffer, _encoding, pass) {
        hash.update(piece);
        pass(null, piece);
      },
      flush(pass) {
        bodyHashes.set(request, hash.digest('hex'));
        pass();
      },
    });
    done(null, payload.pipe(hashing));
  },
};
