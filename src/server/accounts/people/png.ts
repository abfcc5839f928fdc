/** Reads PNG files (ISO/IEC 15948:2004) as far as it takes to know that one is whole, and nothing but a picture. */

import { crc32, inflateSync } from 'node:zlib';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** What an image is made of. Everything else is a remark, of which some hold texts, places and whole other files. */
const kept = ['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'];

/** Samples of a pixel, by type of colour. */
const samples = new Map([
  [0, 1],
  [2, 3],
  [3, 1],
  [4, 2],
  [6, 4],
]);
const depths = [1, 2, 4, 8, 16];

type Chunk = { type: string; data: Buffer; whole: Buffer };

/**
 * The file without its ancillary chunks; null for what is no whole PNG, has something behind its end, is interlaced, is not
 * square, or larger than `maxSide`. Grows with the size of the file, and with `maxSide` squared.
 */
export function readSquarePng(file: Buffer, maxSide: number): Buffer | null {
  const chunks = chunksOf(file);
  const header = chunks?.[0];
  if (chunks === null || header?.type !== 'IHDR' || header.data.length !== 13) return null;
  const { data } = header;
  const [width, height] = [data.readUInt32BE(0), data.readUInt32BE(4)];
  const [depth = 0, colour = 0, ...methods] = data.subarray(8);
  const perPixel = samples.get(colour);
  const isPlain = methods.every((method) => method === 0) && depths.includes(depth);
  if (width !== height || width === 0 || width > maxSide || perPixel === undefined || !isPlain) return null;
  const lineBytes = 1 + Math.ceil((width * perPixel * depth) / 8);
  if (!holds(chunks, height * lineBytes)) return null;
  return Buffer.concat([signature, ...chunks.map(({ whole }) => whole)]);
}

/** The chunks that are kept, in order; null where one is broken, unknown and critical, or behind the end. */
function chunksOf(file: Buffer): Chunk[] | null {
  if (!file.subarray(0, 8).equals(signature)) return null;
  const chunks: Chunk[] = [];
  let at = 8;
  while (at + 12 <= file.length) {
    const end = at + 12 + file.readUInt32BE(at);
    if (end > file.length) return null;
    const type = file.toString('latin1', at + 4, at + 8);
    if (crc32(file.subarray(at + 4, end - 4)) !== file.readUInt32BE(end - 4)) return null;
    const isKept = kept.includes(type);
    // An upper-case letter first: who does not know it cannot show the image.
    if (!isKept && !/^[a-z]/.test(type)) return null;
    if (isKept) chunks.push({ type, data: file.subarray(at + 8, end - 4), whole: file.subarray(at, end) });
    if (type === 'IEND') return end === file.length ? chunks : null;
    at = end;
  }
  return null;
}

/** Whether the image data are exactly so many bytes. */
function holds(chunks: readonly Chunk[], bytes: number): boolean {
  const data = chunks.filter(({ type }) => type === 'IDAT').map((chunk) => chunk.data);
  try {
    return inflateSync(Buffer.concat(data), { maxOutputLength: bytes }).length === bytes;
  } catch {
    return false;
  }
}
