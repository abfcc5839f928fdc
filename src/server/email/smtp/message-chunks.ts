/** Cuts a mail that comes in into pieces of which each has its memory for itself, so that it can be handed to another thread. */

import type { Readable } from 'node:stream';
import { type MessageChunk, maxChunkBytes } from './handlers.ts';

/**
 * The pieces as they come in, the last one marked. Null, and nothing more, when the client breaks off or the mail was
 * too large. What is not asked for stays in the network. Who asks may give back the memory of an earlier piece: a
 * large mail then leaves no trail of buffers.
 */
export async function* chunkMessage(
  stream: Readable & { sizeExceeded?: boolean },
): AsyncGenerator<MessageChunk | null, void, ArrayBuffer | undefined> {
  let held: Buffer[] = [];
  let size = 0;
  const cut = (memory?: ArrayBuffer) => {
    const isEnough = memory !== undefined && memory.byteLength >= size;
    const bytes = isEnough ? new Uint8Array(memory, 0, size) : new Uint8Array(size);
    let filled = 0;
    for (const chunk of held) {
      bytes.set(chunk, filled);
      filled += chunk.length;
    }
    held = [];
    size = 0;
    return bytes;
  };
  let memory: ArrayBuffer | undefined;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      // Read to its end, as its client listens to no answer before.
      if (stream.sizeExceeded === true) continue;
      if (size + chunk.length > maxChunkBytes) memory = yield { bytes: cut(memory), isLast: false };
      held.push(chunk);
      size += chunk.length;
    }
  } catch {
    // The stream fails for one reason only: its client is gone, and there is nobody to tell why.
    yield null;
    return;
  }
  yield stream.sizeExceeded === true ? null : { bytes: cut(memory), isLast: true };
}
