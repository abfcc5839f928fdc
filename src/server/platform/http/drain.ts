/** Reading a body to its end although nobody wants it: who is still sending does not hear the answer. */

import type { IncomingMessage } from 'node:http';

const mostBytes = 64 * 1024 * 1024;
const longestMs = 10_000;

/** Resolves when the rest of the body has come, the sender has gone, or it is more than is worth waiting for. */
export function drain(request: IncomingMessage): Promise<void> {
  if (request.complete || request.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    let bytes = 0;
    const done = () => {
      clearTimeout(impatience);
      resolve();
    };
    const impatience = setTimeout(done, longestMs);
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > mostBytes) done();
    });
    request.once('end', done).once('close', done).once('error', done);
    request.resume();
  });
}
