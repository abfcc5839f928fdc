/** A socket that hands everything written in one go of the program to the system at once. */

import { Socket } from 'node:net';

type Done = (error?: Error | null) => void;

/** Queries that travel together cost one call of the system instead of several each. */
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
