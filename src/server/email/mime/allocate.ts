/** Allocates buffers for messages, so that the memory of large ones returns to the operating system. */

/** Up to this size the allocator is used, which is faster. */
const maxPooledBytes = 1024 * 1024;

/**
 * A zeroed buffer. A large one is a resizable ArrayBuffer, which V8 maps directly and unmaps when it is collected; the
 * allocator would keep freed memory, tens of megabytes for each thread.
 */
export function allocateBytes(size: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(
    size <= maxPooledBytes ? new ArrayBuffer(size) : new ArrayBuffer(size, { maxByteLength: size }),
  );
}
