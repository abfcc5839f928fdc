/** Reads the body of a request within the limit of its route, and gives the memory of its pieces back at once. */

import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { Refusal } from '../errors.ts';

/** The body has more bytes than its route allows. */
class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge';
  readonly statusCode = 413;
  /** Its status is the response, as that of Fastify's own errors. */
  readonly expose = true;
}

/**
 * The bytes of the body; the caller gives them back with `releaseBytes`. `keeps` is called with each piece that arrives. Where
 * it returns false nothing is kept, and the rest is read nevertheless, so that the client reads the response.
 *
 * @throws BodyTooLarge
 * @throws Refusal when the client disconnects, and what `keeps` throws
 */
export function readBody(
  request: FastifyRequest,
  body: IncomingMessage,
  keeps: (piece: Buffer) => boolean = () => true,
): Promise<Buffer> {
  const { bodyLimit } = request.routeOptions;
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  if (Number(request.headers['content-length']) > bodyLimit) throw new BodyTooLarge();
  const pieces: Buffer[] = [];
  let size = 0;
  const release = () => {
    for (const piece of pieces.splice(0)) releaseBytes(piece);
  };
  const settle = (act: () => void) => {
    body.off('data', onPiece).off('end', onEnd).off('error', onError).off('close', onError);
    act();
    release();
  };
  const onPiece = (piece: Buffer) => {
    size += piece.length;
    pieces.push(piece);
    try {
      if (size > bodyLimit) throw new BodyTooLarge();
      if (!keeps(piece)) release();
    } catch (error) {
      settle(() => reject(error));
    }
  };
  const onEnd = () => settle(() => resolve(Buffer.concat(pieces)));
  const onError = (cause?: Error) =>
    settle(() => reject(new Refusal('bad-request', 'the body is not complete', { cause })));
  body.on('data', onPiece).on('end', onEnd).on('error', onError).on('close', onError);
  return promise;
}

const maxBytes = 64 * 1024 * 1024;
const timeoutMs = 10_000;

/** Resolves when the rest of the body was read, the client has disconnected, or a limit is reached. */
export function drainRequest(request: IncomingMessage): Promise<void> {
  if (request.complete || request.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    let bytes = 0;
    const done = () => {
      clearTimeout(timeout);
      resolve();
    };
    const timeout = setTimeout(done, timeoutMs);
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      releaseBytes(chunk);
      if (bytes > maxBytes) done();
    });
    request.once('end', done).once('close', done).once('error', done);
    // A stream that it is piped to, and that is not read any more, would hold it up until the time is over.
    request.unpipe();
    request.resume();
  });
}

/**
 * Frees the bytes of a piece of a request body that is not read any more; its length is 0 afterwards. A body of 30 MB is
 * some hundred pieces of 64 kB outside of the heap, which the garbage collector would find only when there are tens of MB of
 * them. A buffer that shares its memory with others is left as it is.
 */
export function releaseBytes({ buffer, byteLength }: Buffer): void {
  if (buffer instanceof ArrayBuffer && byteLength === buffer.byteLength) buffer.transfer(0);
}
