/** A socket that corks its writes until the next tick, so that pipelined queries cost one system call together. */

import { Socket } from 'node:net';

type Done = (error?: Error | null) => void;

export class CorkedSocket extends Socket {
  #isCorked = false;

  override write(chunk: Uint8Array | string, encoding?: BufferEncoding | Done, done?: Done): boolean {
    if (!this.#isCorked) {
      this.#isCorked = true;
      this.cork();
      process.nextTick(() => {
        this.#isCorked = false;
        this.uncork();
      });
    }
    return typeof encoding === 'string'
      ? super.write(chunk, encoding, done)
      : super.write(chunk, encoding ?? done);
  }
}
