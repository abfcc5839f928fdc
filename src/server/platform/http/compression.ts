/** Compressed responses (RFC 9110, section 8.4), for routes that say so: see decision 067 for those that do not. */

import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ServiceContext } from '../service-context.ts';

/** A smaller response fits into one packet anyway. */
const minBytes = 1024;

/** How much may be compressed at the same time. What would be more is sent as it is: that costs bytes, never time or memory. */
const maxBytesAtOnce = 16 * 2 ** 20;

/** The memory of a compression that is small. */
const leastBytes = 2 ** 18;

type Encoding = 'br' | 'gzip';
type AddRoutes = (app: FastifyInstance, ctx: ServiceContext) => void;

const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT, BROTLI_PARAM_LGWIN, BROTLI_PARAM_MODE } = constants;

/** In a thread of the pool, at levels whose time is near that of copying. */
const compressors: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) => brotli(bytes, { params: { ...brotliParams, [BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
  gzip: (bytes) => gzipped(bytes, { level: 5 }),
};
const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
const brotliParams = {
  [BROTLI_PARAM_QUALITY]: 4,
  [BROTLI_PARAM_LGWIN]: 19,
  [BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
};

let bytesUnderWay = 0;

const results: Record<Encoding, WeakMap<Buffer, Buffer>> = { br: new WeakMap(), gzip: new WeakMap() };

/**
 * The same routes with compressed responses. Only for those whose responses have no credentials, and nothing that was
 * written from outside of the account: the length of a compressed response tells an attacker who can put text next to a
 * secret, and watch the connection, how near their guess is (BREACH).
 */
export function compressed(...routes: readonly AddRoutes[]): AddRoutes {
  return (app, ctx) => {
    void app.register(async (scope) => {
      scope.addHook('onSend', compressReply);
      for (const addRoutes of routes) addRoutes(scope, ctx);
    });
  };
}

/** The body as the client accepts it, its headers set; unchanged where it is small, a stream, or too much at once. */
export async function compressReply(
  request: FastifyRequest,
  reply: FastifyReply,
  body: unknown,
): Promise<unknown> {
  if (typeof body !== 'string' && !Buffer.isBuffer(body)) return body;
  void reply.header('vary', 'accept-encoding');
  const encoding = encodingFor(request.headers['accept-encoding']);
  if (encoding === null || body.length < minBytes) return body;
  const result = await compress(encoding, typeof body === 'string' ? Buffer.from(body) : body);
  if (result === null) return body;
  void reply.header('content-encoding', encoding).removeHeader('content-length');
  return result;
}

/** Null where it would be too much at once. Bytes that are sent again are compressed once. */
async function compress(encoding: Encoding, bytes: Buffer): Promise<Buffer | null> {
  const known = results[encoding].get(bytes);
  if (known !== undefined) return known;
  const cost = Math.max(bytes.length, leastBytes);
  if (bytesUnderWay + cost > maxBytesAtOnce) return null;
  bytesUnderWay += cost;
  try {
    const result = await compressors[encoding](bytes);
    results[encoding].set(bytes, result);
    return result;
  } finally {
    bytesUnderWay -= cost;
  }
}

/**
 * What the client prefers by the weights of its Accept-Encoding (RFC 9110, section 12.5.3), brotli where it has no
 * preference; null where it accepts neither.
 */
export function encodingFor(accepted: string | undefined): Encoding | null {
  const weights = new Map<string, number>();
  for (const each of (accepted ?? '').toLowerCase().split(',')) {
    const [name = '', weight = '1'] = each.split(/;\s*q=/).map((part) => part.trim());
    weights.set(name, Number(weight));
  }
  const weightOf = (encoding: Encoding) => weights.get(encoding) ?? weights.get('*') ?? 0;
  const [br, gz] = [weightOf('br'), weightOf('gzip')];
  if (br > 0 && !(gz > br)) return 'br';
  return gz > 0 ? 'gzip' : null;
}
