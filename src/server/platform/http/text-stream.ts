/** Responses of many lines, such as CSV files: written as the client reads them, so that a long one costs no memory. */

import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** `name` is that of the file which a browser keeps. The stream is what the operation describes as a text. */
export function streamTexts(
  reply: FastifyReply,
  type: 'text/csv' | 'application/jsonl',
  texts: AsyncIterable<string>,
  name?: string,
): string {
  void reply.type(`${type}; charset=utf-8`);
  if (name !== undefined) void reply.header('content-disposition', `attachment; filename="${name}"`);
  return Readable.from(texts) as unknown as string;
}
