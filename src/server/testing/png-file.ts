/** PNG files of one colour, and wrong ones. */

import { crc32, deflateSync } from 'node:zlib';

type Wrong = {
  width?: number;
  /** Depth, type of colour, compression, filter and interlace of the header. */
  methods?: readonly number[];
  /** The image data before they are compressed. */
  lines?: Buffer;
  /** Chunks between the header and the image. */
  before?: readonly (readonly [type: string, data: Buffer])[];
};

export function pngFile(
  side: number,
  { width = side, methods = [8, 2, 0, 0, 0], lines, before = [] }: Wrong = {},
) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(side, 4);
  header.set(methods, 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    ...before.map((each) => chunk(...each)),
    chunk('IDAT', deflateSync(lines ?? Buffer.alloc(side * (1 + 3 * side)))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const whole = Buffer.alloc(12 + data.length);
  whole.writeUInt32BE(data.length, 0);
  whole.write(type, 4, 'latin1');
  data.copy(whole, 8);
  whole.writeUInt32BE(crc32(whole.subarray(4, 8 + data.length)), 8 + data.length);
  return whole;
}
