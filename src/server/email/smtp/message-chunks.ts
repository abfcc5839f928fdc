/** Splits an incoming message into chunks, each with a buffer of its own that can be transferred to another thread. */

import type { Readable } from 'node:stream';
import { type MessageChunk, maxChunkBytes } from './handlers.ts';

/** After so many full chunks, of all clients, the buffers that they were read into are freed: 2 MB, and twice that in buffers. */
const chunksPerCollection = 16;
let fullChunks = 0;

/**
 * Frees the buffers that a large message was read into. The garbage collector would begin at 64 MB outside of the heap, and
 * the allocator keeps what it had once. They are young: a collection takes about a millisecond. Without `--expose-gc` it is
 * left to the garbage collector.
 */
function freeReadBuffers(): void {
  fullChunks += 1;
  if (fullChunks % chunksPerCollection === 0) globalThis.gc?.({ type: 'minor' });
}

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
      if (size + chunk.length > maxChunkBytes) {
        reusable = yield { bytes: concatenate(reusable), isLast: false };
        freeReadBuffers();
      }
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
