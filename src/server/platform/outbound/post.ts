/** One outbound POST that follows no redirect and reads a prefix of the response. */

import { Readable } from 'node:stream';
import { type Agent, type Dispatcher, request } from 'undici';
import { basicCredentials, httpUrl } from './client.ts';
import { failureReason } from './failure-reason.ts';
import type { Multipart } from './multipart.ts';

export type Post = {
  url: string;
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
  body: Uint8Array | Readable;
  /** For the whole exchange. */
  timeout_ms: number;
};

/** `status` is null when there was no response; `problem` then says why. */
export type PostOutcome = {
  status: number | null;
  problem: string | null;
  response: string;
  /** Those of the response, as far as they are short; without cookies. */
  responseHeaders?: Record<string, string>;
};

/** Bytes of a response that are read. */
const maxResponseBytes = 2_000;

/** Never rejects. A user and password in the URL are sent as Basic credentials unless the headers hold others. */
export async function post(
  agent: Agent,
  { url: text, headers, body, timeout_ms }: Post,
): Promise<PostOutcome> {
  const signal = AbortSignal.timeout(timeout_ms);
  try {
    const url = httpUrl(text);
    const authorization = basicCredentials(url);
    const response = await request(url, {
      dispatcher: agent,
      method: 'POST',
      headers: { ...(authorization !== null && { authorization }), ...headers },
      body,
      signal,
    });
    const responseHeaders = shortHeaders(response.headers);
    return {
      ...{ status: response.statusCode, problem: null, response: await readPrefix(response.body) },
      responseHeaders,
    };
  } catch (error) {
    return { status: null, problem: failureOf(error, signal, timeout_ms), response: '' };
  }
}

/** Characters of response headers that are kept, with their names. */
const maxHeaderLength = 4_000;

/** The first headers that fit, without cookies, which are credentials. */
function shortHeaders(headers: Dispatcher.ResponseData['headers']): Record<string, string> {
  const kept: [string, string][] = [];
  let length = 0;
  for (const [name, value = ''] of Object.entries(headers)) {
    if (name === 'set-cookie') continue;
    const text = [value].flat().join(', ').replaceAll('\0', '');
    length += name.length + text.length;
    if (length > maxHeaderLength) break;
    kept.push([name, text]);
  }
  return Object.fromEntries(kept);
}

/** What is wrong with the response to a post; null when it was successful. */
export function postProblem({ status, problem }: PostOutcome): string | null {
  if (status === null || (status >= 200 && status < 300)) return problem;
  const isRedirect = status >= 300 && status < 400;
  return `The receiver answered ${status}${isRedirect ? '; redirects are not followed' : ''}`;
}

function failureOf(error: unknown, signal: AbortSignal, timeoutMs: number): string {
  if (signal.aborted) return `No response within ${Math.ceil(timeoutMs / 1000)} s`;
  return failureReason(error);
}

/** The rest is not read; a response that is cut off has a status all the same. */
async function readPrefix(stream: Dispatcher.ResponseData['body']): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= maxResponseBytes) break;
    }
  } catch {
    // Closed by the receiver, or by the timeout.
  }
  return Buffer.concat(chunks).subarray(0, maxResponseBytes).toString('utf8').replaceAll('\0', '');
}

type FormPost = Omit<Post, 'body'> & { form: Multipart };

/** Forms up to this size are sent as one buffer, which is cheaper than a stream. */
const smallBytes = 64 * 1024;

/** Never rejects. */
export async function postForm(
  agent: Agent,
  { url, form, headers, timeout_ms }: FormPost,
): Promise<PostOutcome> {
  const isSmall = form.length <= smallBytes;
  const body = isSmall
    ? Buffer.concat([...form.pieces()])
    : Readable.from(form.pieces(), { objectMode: false });
  const own = { 'content-type': form.contentType, 'content-length': String(form.length) };
  try {
    return await post(agent, { url, headers: { ...headers, ...own }, body, timeout_ms });
  } finally {
    if (body instanceof Readable) body.destroy();
  }
}
