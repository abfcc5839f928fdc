/** Memory for a mail that may be large. */

/** Up to this size it comes from the allocator, which is faster. */
const maxPooledBytes = 1024 * 1024;

/**
 * Zeros. Where they are many, the system gets them back once they are not used any more: memory that could be resized is
 * asked of the system itself, while what the allocator was given back it keeps, tens of megabytes for each thread.
 */
export function allocateBytes(size: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(
    size <= maxPooledBytes ? new ArrayBuffer(size) : new ArrayBuffer(size, { maxByteLength: size }),
  );
}
