/** Gives memory of request bodies back without waiting for the garbage collector. */

/**
 * Frees the bytes of a piece of a request body that nobody reads any more; its length is 0 afterwards. A body of 30 MB is
 * some hundred pieces of 64 kB outside of the heap, which the garbage collector would find only when there are tens of MB of
 * them. A buffer that shares its memory with others is left as it is.
 */
export function releaseBytes({ buffer, byteLength }: Buffer): void {
  if (buffer instanceof ArrayBuffer && byteLength === buffer.byteLength) buffer.transfer(0);
}
