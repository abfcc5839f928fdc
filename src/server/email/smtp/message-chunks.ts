/** Splits an incoming message into chunks, each with a buffer of its own that can be transferred to another thread. */

import type { Readable } from 'node:stream';
import { type MessageChunk, maxChunkBytes } from './handlers.ts';

/**
 * The chunks in order, the last one marked. Ends with null when the client aborts or the message is too large. Pull-based:
 * what is not requested stays in the socket (backpressure). The consumer may pass back the buffer of an earlier chunk for
 * reuse, so that a large message does not allocate one for each.
 */
export async function* chunkMessage(
  stream: Readable & { sizeExceeded?: boolean },
): AsyncGenerator<MessageChunk | null, void, ArrayBuffer | undefined> {
  let buffered: Buffer[] = [];
  let size = 0;
  const concatenate = (reusable?: ArrayBuffer) => {
    const fits = reusable !== undefined && reusable.byteLength >= size;
    const bytes = fits ? new Uint8Array(reusable, 0, size) : new Uint8Array(size);
    let filled = 0;
    for (const chunk of buffered) {
      bytes.set(chunk, filled);
      filled += chunk.length;
    }
    buffered = [];
    size = 0;
    return bytes;
  };
  let reusable: ArrayBuffer | undefined;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      // Read to the end, as the client waits for the reply only then.
      if (stream.sizeExceeded === true) continue;
      if (size + chunk.length > maxChunkBytes)
        reusable = yield { bytes: concatenate(reusable), isLast: false };
      buffered.push(chunk);
      size += chunk.length;
    }
  } catch {
    // The stream fails only when the client is gone.
    yield null;
    return;
  }
  yield stream.sizeExceeded === true ? null : { bytes: concatenate(reusable), isLast: true };
}
