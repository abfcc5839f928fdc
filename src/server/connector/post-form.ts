/** Posts a form with files outward, and reads how the answer begins. Follows no redirect. */

import { Readable } from 'node:stream';
import { type Agent, request } from 'undici';
import type { Multipart } from './multipart.ts';

export type FormPost = {
  url: string;
  form: Multipart;
  headers: Readonly<Record<string, string>>;
  timeout_ms: number;
};

/** `status` is null when there was no answer; `problem` then says why. */
export type PostOutcome = { status: number | null; problem: string | null; response: string };

/** Bytes of an answer that are read and kept. */
const answerBytes = 2_000;

/** Never rejects. */
export async function postForm(
  agent: Agent,
  { url: text, form, headers, timeout_ms }: FormPost,
): Promise<PostOutcome> {
  const signal = AbortSignal.timeout(timeout_ms);
  const body = Readable.from(form.pieces(), { objectMode: false });
  try {
    const url = URL.parse(text);
    if (url === null || !['http:', 'https:'].includes(url.protocol))
      throw new Error('The URL is no web address');
    const answer = await request(url, {
      dispatcher: agent,
      method: 'POST',
      headers: {
        ...headers,
        'content-type': form.contentType,
        'content-length': String(form.length),
        ...basicCredentials(url),
      },
      body,
      signal,
    });
    return { status: answer.statusCode, problem: null, response: await beginningOf(answer.body) };
  } catch (error) {
    const problem = signal.aborted
      ? `No answer within ${Math.ceil(timeout_ms / 1000)} s`
      : error instanceof Error
        ? error.message
        : String(error);
    return { status: null, problem, response: '' };
  } finally {
    body.destroy();
  }
}

/** A URL may hold a name and a password; they go as a header. */
function basicCredentials(url: URL): Record<string, string> {
  if (url.username === '') return {};
  const pair = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  url.username = url.password = '';
  return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
}

/** What follows the beginning is not waited for. An answer that breaks off has been given all the same. */
async function beginningOf(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of stream) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= answerBytes) break;
    }
  } catch {
    // The status says what became of the post.
  }
  return Buffer.concat(chunks).subarray(0, answerBytes).toString('utf8').replaceAll('\0', '');
}
