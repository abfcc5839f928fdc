/** Drains a request body that is rejected: a client that is still sending may never read the response. */

import type { IncomingMessage } from 'node:http';
import { releaseBytes } from './release-bytes.ts';

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
    request.resume();
  });
}
