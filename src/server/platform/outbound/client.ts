/** HTTP client for outbound requests, with limits of time, size and redirects. */

import { type Duplex, pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { type Agent, type Dispatcher, request as send } from 'undici';
import { timeoutReason, tooLargeReason } from '#engine/results/http-response.ts';
import { failureReason } from './failure-reason.ts';

const MAX_REDIRECTS = 5;

export type OutboundRequest = {
  method: 'GET' | 'POST';
  url: string;
  headers: Record<string, string>;
  body: string | null;
  /** For the whole exchange, redirects and body included. */
  timeout_ms: number;
  max_bytes: number;
  /** False: a redirect is returned as the response. */
  follow?: false;
};

/** Header names are lower case; repeated headers are joined by a comma. */
export type OutboundResponse = { status: number; headers: Record<string, string>; body: string };

/** `reason` is a sentence for the person who reads the step. */
type Outcome<Body> =
  | { ok: true; response: Omit<OutboundResponse, 'body'> & { body: Body } }
  | { ok: false; reason: string };

export type OutboundOutcome = Outcome<string>;

/**
 * Sends the request through `agent`, following up to five redirects through the same agent; custom headers are dropped where
 * one leads to another origin. Any response is an outcome that is ok, whatever its status. Never rejects.
 */
export async function sendRequest(agent: Agent, outbound: OutboundRequest): Promise<OutboundOutcome> {
  const outcome = await sendForBytes(agent, outbound);
  if (!outcome.ok) return outcome;
  const { body, ...head } = outcome.response;
  return { ok: true, response: { ...head, body: textOf(body, head.headers['content-type'] ?? '') } };
}

/** In the charset that the response names (RFC 9110, section 8.3.2); UTF-8 without one, or with one that nobody knows. */
function textOf(body: Buffer, contentType: string): string {
  const [, charset = 'utf-8'] = /;\s*charset\s*=\s*"?([\w.:+-]{1,60})/i.exec(contentType) ?? [];
  try {
    return new TextDecoder(charset).decode(body);
  } catch {
    return new TextDecoder().decode(body);
  }
}

/** The same, for a body that is no text. */
export async function sendForBytes(agent: Agent, outbound: OutboundRequest): Promise<Outcome<Buffer>> {
  const signal = AbortSignal.timeout(outbound.timeout_ms);
  try {
    return { ok: true, response: await followRedirects(agent, outbound, signal) };
  } catch (error) {
    if (signal.aborted) return { ok: false, reason: timeoutReason(outbound.timeout_ms) };
    return { ok: false, reason: failureReason(error) };
  }
}

async function followRedirects(
  agent: Agent,
  outbound: OutboundRequest,
  signal: AbortSignal,
): Promise<BytesResponse> {
  let { method, body } = outbound;
  let headers: Record<string, string> = { ...ownHeaders, ...lowerCaseNames(outbound.headers) };
  let url = httpUrl(outbound.url);
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    const credentials = basicCredentials(url);
    const response = await send(url, {
      dispatcher: agent,
      method,
      headers: credentials === null ? headers : { authorization: credentials, ...headers },
      body,
      signal,
    });
    const location = response.headers.location;
    if (
      ![301, 302, 303, 307, 308].includes(response.statusCode) ||
      typeof location !== 'string' ||
      outbound.follow === false
    ) {
      return await readResponse(response, outbound.max_bytes);
    }
    await response.body.dump({ limit: 4096, signal });
    const next = httpUrl(location, url);
    if (next.origin !== url.origin) headers = onlyContentHeaders(headers);
    if (method === 'POST' && [301, 302, 303].includes(response.statusCode)) {
      method = 'GET';
      body = null;
      headers = withoutHeaders(headers, ['content-type', 'content-length']);
    }
    url = next;
  }
  throw new Error(`More than ${MAX_REDIRECTS} redirects`);
}

/** @throws when it is no http or https URL */
export function httpUrl(text: string, base?: URL): URL {
  const url = URL.parse(text, base);
  if (url === null) throw new Error(`"${text}" is not a URL`);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new Error(`${url.protocol} is not http or https`);
  return url;
}

/** Removes user and password from the URL, where the client would reject or leak them, as Basic credentials. */
export function basicCredentials(url: URL): string | null {
  if (url.username === '' && url.password === '') return null;
  const pair = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  url.username = '';
  url.password = '';
  return `Basic ${Buffer.from(pair).toString('base64')}`;
}

/** The encodings of contents (RFC 9110, section 8.4.1) that are decoded. */
const decoders: Readonly<Record<string, () => Duplex>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};
/** One in the other is more than any server sends. */
const maxEncodings = 2;

const ownHeaders = { accept: '*/*', 'accept-encoding': 'gzip, deflate, br' };

/** The body decoded; as it is where its encoding was not asked for. */
function decodedBody({ headers, body }: Dispatcher.ResponseData): { body: Readable; isDecoded: boolean } {
  const encodings = String(headers['content-encoding'] ?? '')
    .toLowerCase()
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '' && each !== 'identity');
  const chosen = encodings.flatMap((each) => decoders[each] ?? []).reverse();
  const isKnown = chosen.length === encodings.length && chosen.length <= maxEncodings;
  if (chosen.length === 0 || !isKnown) return { body, isDecoded: false };
  // What breaks on the way breaks the reading of the last.
  const last = pipeline([body, ...chosen.map((create) => create())], () => {}) as unknown as Readable;
  return { body: last, isDecoded: true };
}

type BytesResponse = Omit<OutboundResponse, 'body'> & { body: Buffer };

async function readResponse(response: Dispatcher.ResponseData, maxBytes: number): Promise<BytesResponse> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(response.headers)) {
    if (value !== undefined) headers[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value;
  }
  const { body, isDecoded } = decodedBody(response);
  const kept = isDecoded ? withoutHeaders(headers, ['content-encoding', 'content-length']) : headers;
  return { status: response.statusCode, headers: kept, body: await readBytes(body, maxBytes) };
}

/** The whole body as text. @throws when it is larger than `maxBytes` */
export async function readText(stream: Readable, maxBytes: number): Promise<string> {
  return (await readBytes(stream, maxBytes)).toString('utf8');
}

async function readBytes(stream: Readable, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new Error(tooLargeReason(maxBytes));
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function lowerCaseNames(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/** Any other header may be a credential, whatever its name: another origin was not meant to get it. */
const contentHeaders = new Set([
  'accept-encoding',
  'accept',
  'accept-language',
  'content-language',
  'content-type',
  'content-length',
]);

function onlyContentHeaders(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => contentHeaders.has(name)));
}

function withoutHeaders(headers: Record<string, string>, names: string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));
}
