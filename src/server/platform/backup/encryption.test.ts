/** Encrypted files: what comes back, and what is refused. */

import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { CannotDecrypt, decryptFile, encryptFile, isEncrypted } from './encryption.ts';

const segment = 1024 * 1024;
const header = 'patchbay-encrypted 1\n'.length + 16;
const secret = 'a key of the test of backups';
const salt = (byte: number) => Buffer.alloc(16, byte);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'patchbay-encryption-'));
  return () => rmSync(folder, { recursive: true });
});

const path = (name: string) => join(folder, name);

/** Bytes of which no segment is like another. */
function content(length: number): Buffer {
  const bytes = Buffer.alloc(length, 'patchbay');
  for (let at = 0; at < length; at += segment) bytes[at] = at / segment;
  return bytes;
}

async function encrypt(bytes: Buffer, byte = 1): Promise<Buffer> {
  writeFileSync(path('plain'), bytes);
  rmSync(path('encrypted'), { force: true });
  await encryptFile(path('plain'), path('encrypted'), secret, salt(byte));
  return readFileSync(path('encrypted'));
}

async function decrypt(bytes: Buffer, key = secret): Promise<Buffer> {
  writeFileSync(path('given'), bytes);
  rmSync(path('decrypted'), { force: true });
  await decryptFile(path('given'), path('decrypted'), key);
  return readFileSync(path('decrypted'));
}

describe('an encrypted file', () => {
  it.each([0, 1, segment - 1, segment, segment + 1, 3 * segment])(
    'of %d bytes comes back',
    async (length) => {
      const bytes = content(length);
      const encrypted = await encrypt(bytes);
      expect(encrypted.length).toBe(header + length + 16 * Math.max(1, Math.ceil(length / segment)));
      expect(encrypted.includes('patchbay', header)).toBe(false);
      expect((await decrypt(encrypted)).equals(bytes)).toBe(true);
      expect([await isEncrypted(path('encrypted')), await isEncrypted(path('plain'))]).toEqual([true, false]);
      expect(statSync(path('encrypted')).mode & 0o777).toBe(0o600);
    },
  );

  it('is refused with another key, and wherever it was changed, cut off or put together again', async () => {
    const whole = await encrypt(content(2 * segment + 100));
    const part = segment + 16;
    const [start, first, second, last] = [
      whole.subarray(0, header),
      whole.subarray(header, header + part),
      whole.subarray(header + part, header + 2 * part),
      whole.subarray(header + 2 * part),
    ];
    const flipped = (at: number) => {
      const copy = Buffer.from(whole);
      copy[at] = (copy[at] ?? 0) ^ 1;
      return copy;
    };
    const other = await encrypt(content(2 * segment + 100), 2);
    const wrong = {
      'a byte of the salt': flipped(header - 1),
      'a byte of the first segment': flipped(header),
      'a byte of the last tag': flipped(whole.length - 1),
      'without its last segment': Buffer.concat([start, first, second]),
      'without its last byte': whole.subarray(0, -1),
      'cut off within a tag': whole.subarray(0, header + 5),
      'without a segment in the middle': Buffer.concat([start, first, last]),
      'segments in another order': Buffer.concat([start, second, first, last]),
      'with a segment of another file': Buffer.concat([
        start,
        other.subarray(header, header + part),
        second,
        last,
      ]),
      'with more behind it': Buffer.concat([whole, last]),
      'the header alone': start,
    };
    for (const [what, bytes] of Object.entries(wrong))
      await expect(decrypt(bytes), what).rejects.toThrow(CannotDecrypt);
    await expect(decrypt(whole, `${secret}.`)).rejects.toThrow(
      'the key is another one, or the file is damaged',
    );
    expect((await decrypt(whole)).length).toBe(2 * segment + 100);
  });
});
