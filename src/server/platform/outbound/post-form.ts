/** Posts a multipart form; follows no redirect. */

import { Readable } from 'node:stream';
import type { Agent } from 'undici';
import type { Multipart } from './multipart.ts';
import { type Post, type PostOutcome, post } from './post.ts';

export type { PostOutcome };

export type FormPost = Omit<Post, 'body'> & { form: Multipart };

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
