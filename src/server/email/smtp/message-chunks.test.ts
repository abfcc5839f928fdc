/** Chunks of an incoming message: every byte in order, and the buffers that it was read into are freed in between. */

import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterEach, expect, it, vi } from 'vitest';
import { maxChunkBytes } from './handlers.ts';
import { chunkMessage } from './message-chunks.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

it('chunks a message of several megabytes, and collects young buffers every 2 MB', async () => {
  const collect = vi.fn();
  vi.stubGlobal('gc', collect);
  const pieces = Array.from({ length: 150 }, (_, n) => Buffer.alloc(64 * 1024, n));
  const read: Uint8Array[] = [];
  for await (const chunk of chunkMessage(Readable.from(pieces))) {
    expect(chunk?.bytes.byteLength).toBeLessThanOrEqual(maxChunkBytes);
    if (chunk !== null) read.push(chunk.bytes.slice());
  }
  expect(hash('sha256', Buffer.concat(read))).toBe(hash('sha256', Buffer.concat(pieces)));
  // Chunks of other messages count, too.
  expect([4, 5]).toContain(collect.mock.calls.length);
  expect(collect).toHaveBeenCalledWith({ type: 'minor' });
});
