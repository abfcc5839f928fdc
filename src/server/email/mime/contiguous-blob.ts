/** A replacement of Blob for the MIME parser that concatenates with one copy; Node's own holds each byte four times. */

import { allocateBytes } from './allocate.ts';

type BlobPart = ArrayBuffer | Uint8Array | string;

/** The part of the Blob interface that the parser uses. ArrayBuffers among the parts are detached. */
export class ContiguousBlob {
  readonly #joined: Uint8Array<ArrayBuffer>;

  constructor(pieces: readonly BlobPart[]) {
    const sizeOf = (piece: BlobPart) =>
      typeof piece === 'string' ? Buffer.byteLength(piece) : piece.byteLength;
    this.#joined = allocateBytes(pieces.reduce((sum, piece) => sum + sizeOf(piece), 0));
    let filled = 0;
    for (const piece of pieces) {
      const bytes = bytesOf(piece);
      this.#joined.set(bytes, filled);
      filled += bytes.byteLength;
      // Freed now, as garbage collection is too late for tens of megabytes.
      if (piece instanceof ArrayBuffer) piece.transfer(0);
    }
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    return this.#joined.buffer;
  }
}

function bytesOf(piece: BlobPart): Uint8Array {
  if (typeof piece === 'string') return Buffer.from(piece);
  return piece instanceof ArrayBuffer ? new Uint8Array(piece) : piece;
}
