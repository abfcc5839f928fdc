/** Posts a form with files (multipart/form-data) outward, and reads how the answer begins. Follows no redirect. */

import { type Agent, FormData, request } from 'undici';

export type FormFile = { field: string; filename: string; type: string; bytes: Uint8Array };

export type FormPost = {
  url: string;
  fields: Readonly<Record<string, string>>;
  files: readonly FormFile[];
  headers: Readonly<Record<string, string>>;
  timeout_ms: number;
};

/** `status` is null when there was no answer; `problem` then says why. */
export type PostOutcome = { status: number | null; problem: string | null; response: string };

/** Bytes of an answer that are read and kept. */
const answerBytes = 2_000;

/** Never rejects. */
export async function postForm(agent: Agent, post: FormPost): Promise<PostOutcome> {
  const signal = AbortSignal.timeout(post.timeout_ms);
  try {
    const url = URL.parse(post.url);
    if (url === null || !['http:', 'https:'].includes(url.protocol))
      throw new Error('The URL is no web address');
    const body = new FormData();
    for (const [name, value] of Object.entries(post.fields)) body.set(name, value);
    for (const { field, filename, type, bytes } of post.files) {
      body.set(field, new Blob([bytes as Uint8Array<ArrayBuffer>], { type }), filename);
    }
    const answer = await request(url, {
      dispatcher: agent,
      method: 'POST',
      headers: post.headers,
      body,
      signal,
    });
    const response = await beginningOf(answer.body);
    return { status: answer.statusCode, problem: null, response };
  } catch (error) {
    const problem = signal.aborted
      ? `No answer within ${post.timeout_ms / 1000} s`
      : error instanceof Error
        ? error.message
        : String(error);
    return { status: null, problem, response: '' };
  }
}

/** What follows the beginning is not waited for. */
async function beginningOf(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= answerBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, answerBytes).toString('utf8');
}
