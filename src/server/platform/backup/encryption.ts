/**
 * Encrypts files of any size with AES-256-GCM, in segments that are each authenticated, with their place and with whether they
 * are the last (the STREAM construction of Hoang, Reyhanitabar, Rogaway and Vizár, 2015, as the age file format has it): what
 * was changed, cut off or put together from two files is not decrypted.
 */

import { createCipheriv, createDecipheriv, scrypt } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

/** First a line that says what it is, then the salt of the key, then the segments, each with its tag. */
const magic = Buffer.from('patchbay-encrypted 1\n');
export const saltBytes = 16;
const segmentBytes = 1024 * 1024;
const tagBytes = 16;

const algorithm = 'aes-256-gcm';
/** RFC 7914; about 0.1 s, for secrets that a person has thought of. */
const cost = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };

/** The file is encrypted with another key, or is damaged. */
export class CannotDecrypt extends Error {
  override readonly name = 'CannotDecrypt';
}

/** Whether the file begins as one that `encryptFile` made. */
export async function isEncrypted(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(magic.length), 0, magic.length, 0);
    return bytesRead === magic.length && buffer.equals(magic);
  } finally {
    await file.close();
  }
}

/** `salt` is random, another one for each file. @throws when `target` exists */
export async function encryptFile(
  source: string,
  target: string,
  secret: string,
  salt: Buffer,
): Promise<void> {
  const key = await deriveKey(secret, salt);
  const encrypt = async function* (pieces: AsyncIterable<Buffer>) {
    yield magic;
    yield salt;
    for await (const { bytes, index, isLast } of segmentsOf(pieces, segmentBytes)) {
      const cipher = createCipheriv(algorithm, key, nonceOf(index, isLast));
      // In one piece: each is a write of its own.
      yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
    }
  };
  await pipeline(read(source), encrypt, write(target));
}

/** @throws CannotDecrypt; what is in `target` then is of no use. When `target` exists */
export async function decryptFile(source: string, target: string, secret: string): Promise<void> {
  const start = magic.length + saltBytes;
  const file = await open(source);
  const salt = Buffer.alloc(saltBytes);
  await file.read(salt, 0, saltBytes, magic.length).finally(() => file.close());
  const key = await deriveKey(secret, salt);
  const decrypt = async function* (pieces: AsyncIterable<Buffer>) {
    for await (const { bytes, index, isLast } of segmentsOf(pieces, segmentBytes + tagBytes)) {
      const end = bytes.length - tagBytes;
      if (end < 0) throw new CannotDecrypt('it is cut off');
      const decipher = createDecipheriv(algorithm, key, nonceOf(index, isLast));
      decipher.setAuthTag(bytes.subarray(end));
      const text = decipher.update(bytes.subarray(0, end));
      try {
        decipher.final();
      } catch {
        throw new CannotDecrypt('the key is another one, or the file is damaged');
      }
      yield text;
    }
  };
  await pipeline(read(source, start), decrypt, write(target));
}

function read(path: string, start = 0) {
  return createReadStream(path, { start, highWaterMark: segmentBytes });
}

/** Readable by its owner only. */
function write(path: string) {
  return createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
}

function deriveKey(secret: string, salt: Buffer): Promise<Buffer> {
  return new Promise((done, fail) => {
    scrypt(secret, salt, 32, cost, (error, key) => (error === null ? done(key) : fail(error)));
  });
}

/** 12 bytes: the number of the segment, and whether it is the last. */
function nonceOf(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(index, 5, 6);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

type Segment = { bytes: Buffer; index: number; isLast: boolean };

/** All of `size`, but for the last, which an empty file has as well. */
async function* segmentsOf(pieces: AsyncIterable<Buffer>, size: number): AsyncGenerator<Segment> {
  let rest: Buffer = Buffer.alloc(0);
  let index = 0;
  for await (const piece of pieces) {
    // It is known now that it is not the last one.
    if (rest.length === size) {
      yield { bytes: rest, index, isLast: false };
      index += 1;
      rest = piece;
    } else rest = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    for (; rest.length > size; index += 1) {
      yield { bytes: rest.subarray(0, size), index, isLast: false };
      rest = rest.subarray(size);
    }
  }
  yield { bytes: rest, index, isLast: true };
}
