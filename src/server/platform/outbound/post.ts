/** One POST outward that follows no redirect and reads only how the answer begins. */

import type { Readable } from 'node:stream';
import { type Agent, type Dispatcher, request } from 'undici';
import { basicCredentials, httpUrl } from './client.ts';
import { failureReason } from './failure-reason.ts';

export type Post = {
  url: string;
  /** Names in small letters. */
  headers: Readonly<Record<string, string>>;
  body: Uint8Array | Readable;
  /** For the whole exchange. */
  timeout_ms: number;
};

/** `status` is null when there was no answer; `problem` then says why. */
export type PostOutcome = { status: number | null; problem: string | null; response: string };

/** Bytes of an answer that are read and kept. */
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
    const answer = await request(url, {
      dispatcher: agent,
      method: 'POST',
      headers: { ...(authorization !== null && { authorization }), ...headers },
      body,
      signal,
    });
    return { status: answer.statusCode, problem: null, response: await readPrefix(answer.body) };
  } catch (error) {
    return { status: null, problem: failureOf(error, signal, timeout_ms), response: '' };
  }
}

/** Whether the other side said that it has taken what was posted. */
export function isSuccessful({ status }: PostOutcome): boolean {
  return status !== null && status >= 200 && status < 300;
}

function failureOf(error: unknown, signal: AbortSignal, timeoutMs: number): string {
  if (signal.aborted) return `No answer within ${Math.ceil(timeoutMs / 1000)} s`;
  return failureReason(error);
}

/** What follows the beginning is not waited for; an answer that breaks off has said its status all the same. */
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
    // Cut off by the other side, or by the time limit.
  }
  return Buffer.concat(chunks).subarray(0, maxResponseBytes).toString('utf8').replaceAll('\0', '');
}
