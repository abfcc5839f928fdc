/** Memory of request bodies that is given back at once. */

import { describe, expect, it } from 'vitest';
import { releaseBytes } from './read-body.ts';

describe('the bytes of a piece of a body', () => {
  it('are freed where it has memory of its own', () => {
    const piece = Buffer.alloc(64 * 1024);
    const { buffer } = piece;
    releaseBytes(piece);
    expect([piece.length, buffer.byteLength]).toEqual([0, 0]);
  });

  it('stay where it shares its memory', () => {
    const [one, other] = [Buffer.alloc(16, 'a').subarray(0, 8), Buffer.from('pooled')];
    releaseBytes(one);
    releaseBytes(other);
    expect([one.toString(), other.toString()]).toEqual(['aaaaaaaa', 'pooled']);
  });
});
