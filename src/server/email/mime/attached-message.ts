/**
 * Attached messages (RFC 2046, section 5.2): nothing may be encoded around one, so what a server does not take is encoded in the parts
 * of the message itself, as mail servers do that hand on to one without 8BITMIME (RFC 6152, section 3).
 */

import { isAscii } from 'node:buffer';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { wrap as wrapBase64 } from 'nodemailer/lib/base64';
import { buildHeaderValue, parseHeaderValue } from 'nodemailer/lib/mime-funcs';
import type { MimeNodeHeaderValue } from 'nodemailer/lib/mime-node';
import { encode as encodeQuoted, wrap as wrapQuoted } from 'nodemailer/lib/qp';
import { fieldLines, maxLineLength } from './field-lines.ts';
import { fieldOf, type HeaderField, readAddresses, readText } from './header-fields.ts';
import { essenceOf } from './media-type.ts';
import { type PartRange, readStructure } from './structure.ts';
import { decodeContent } from './transfer-encoding.ts';

/** What of a file of a message type is sent. `isEncoded`: as base64, which its type allows. */
export type SentFile = { type: string; bytes: Buffer; isEncoded: boolean };

/** Bytes by which the headers of a message that is encoded may grow beside twice its length. */
export const attachedMessageBytes = 1024;

/** Messages in each other whose parts are encoded. */
const maxDepth = 8;
/** Of a body that is encoded already, and not in lines that fit: it is decoded at once. */
const maxDecodedBytes = 1024 * 1024;
/** Bytes that are looked at or encoded at once: whole lines of base64. */
const stepBytes = 57 * 1024;

/**
 * The file as it can be sent, with bytes above 127 where the server allows them. A message whose parts cannot be encoded, or only into
 * many times its length, and other messages with such bytes, are files of no particular type: so they arrive byte for byte.
 */
export async function sendableMessage(
  { type, bytes }: { type: string; bytes: Buffer },
  allows8Bit: boolean,
): Promise<SentFile> {
  const essence = essenceOf(type);
  if (await inSteps(fits(bytes, allows8Bit))) return { type, bytes, isEncoded: false };
  // RFC 6532, section 3.7, and RFC 6533
  if (essence.startsWith('message/global')) return { type, bytes, isEncoded: true };
  const written = essence === 'message/rfc822' ? await inSteps(rewritten(bytes, allows8Bit, maxDepth)) : null;
  const isSendable =
    written !== null &&
    written.length <= 2 * bytes.length + attachedMessageBytes &&
    (await inSteps(fits(written, allows8Bit)));
  if (isSendable) return { type, bytes: written, isEncoded: false };
  return { type: 'application/octet-stream', bytes, isEncoded: true };
}

async function inSteps<Result>(work: Generator<void, Result>): Promise<Result> {
  let step = work.next();
  while (step.done !== true) {
    await yieldToEventLoop();
    step = work.next();
  }
  return step.value;
}

const [nul, lf, cr] = [0, 0x0a, 0x0d];

/** Whether the bytes are lines as messages have them (RFC 2045, sections 2.7 and 2.8). */
function* fits(bytes: Buffer, allows8Bit: boolean): Generator<void, boolean> {
  if (bytes.includes(nul) || (!allows8Bit && !isAscii(bytes))) return false;
  for (let start = 0, step = 0; start < bytes.length; ) {
    const newline = bytes.indexOf(lf, start);
    const end = newline === -1 ? bytes.length : newline;
    if (end - start > maxLineLength + 1) return false;
    const line = bytes.subarray(start, end);
    const carriageReturn = line.indexOf(cr);
    if (carriageReturn !== -1 && carriageReturn !== line.length - 1) return false;
    if (line.length - (carriageReturn === -1 ? 0 : 1) > maxLineLength) return false;
    start = end + 1;
    if (start - step < stepBytes) continue;
    step = start;
    yield;
  }
  return true;
}

/** The message with parts that fit; null where one cannot be encoded. */
function* rewritten(bytes: Buffer, allows8Bit: boolean, depth: number): Generator<void, Buffer | null> {
  if (depth === 0) return null;
  const pieces: Buffer[] = [];
  let at = 0;
  for (const part of yield* partsOf(bytes)) {
    const body = yield* bodyOf(part, bytes, { allows8Bit, depth });
    if (body === null) return null;
    const own = bytes.subarray(part.start, part.bodyStart);
    const isKept = body.encoding === null && (yield* fits(own, allows8Bit));
    const head = isKept ? own : headOf(part, body.encoding, allows8Bit);
    if (head === null) return null;
    // Before it are delimiters, and what no part has.
    pieces.push(bytes.subarray(at, part.start), head, ...body.pieces);
    at = part.end ?? part.bodyStart;
  }
  return Buffer.concat([...pieces, bytes.subarray(at)]);
}

/** Without any where the message has more than is read. */
function* partsOf(bytes: Buffer): Generator<void, readonly PartRange[]> {
  try {
    return (yield* readStructure(bytes)).parts;
  } catch {
    return [];
  }
}

/** `encoding` is what the part is said to have from now on; null where that stays as it is. */
type Body = { encoding: string | null; pieces: Buffer[] };

type Options = { allows8Bit: boolean; depth: number };

function* bodyOf(
  { fields, type, bodyStart, end }: PartRange,
  bytes: Buffer,
  { allows8Bit, depth }: Options,
): Generator<void, Body | null> {
  const declared = encodingOf(fields);
  const plain = /^(?:8bit|binary)$/.test(declared) ? (allows8Bit ? '8bit' : '7bit') : null;
  if (end === null) return { encoding: plain, pieces: [] };
  const body = bytes.subarray(bodyStart, end);
  if (yield* fits(body, allows8Bit)) return { encoding: plain, pieces: [body] };
  if (type === 'message/rfc822') {
    const inner = yield* rewritten(body, allows8Bit, depth - 1);
    return inner === null ? null : { encoding: plain, pieces: [inner] };
  }
  // Nothing may be encoded around these either (RFC 2045, section 6.4), and what is not known cannot be decoded.
  if (/^(?:message|multipart)\//.test(type) || !knownEncodings.has(declared)) return null;
  if (/^[bq]/.test(declared) && declared !== 'binary' && body.length > maxDecodedBytes) return null;
  const content = Buffer.from(decodeContent(body, declared));
  return type.startsWith('text/') ? yield* encodedText(content) : yield* encodedBytes(content);
}

const knownEncodings = new Set(['', '7bit', '8bit', 'binary', 'base64', 'quoted-printable']);

function encodingOf(fields: readonly HeaderField[]): string {
  return parseHeaderValue(fieldOf(fields, 'content-transfer-encoding')).value.trim().toLowerCase();
}

function* encodedBytes(content: Buffer): Generator<void, Body> {
  const pieces: Buffer[] = [];
  for (let at = 0; at < content.length; at += stepBytes) {
    const encoded = content.toString('base64', at, Math.min(content.length, at + stepBytes));
    pieces.push(Buffer.from(`${wrapBase64(encoded)}\r\n`));
    yield;
  }
  return { encoding: 'base64', pieces };
}

/** Text has CRLF as its line ends, whatever its encoding (RFC 2046, section 4.1.1). */
function* encodedText(content: Buffer): Generator<void, Body> {
  const texts: Buffer[] = [];
  const pieces: Buffer[] = [];
  let [length, encodedLength] = [0, 0];
  for (let start = 0; start < content.length; ) {
    const end = endOfLines(content, start);
    const lines = content.toString('latin1', start, end).replaceAll(/\r\n|\r|\n/g, '\r\n');
    const isLineEnd = lines.endsWith('\n') || end === content.length;
    const text = Buffer.from(lines, 'latin1');
    const piece = Buffer.from(wrapQuoted(encodeQuoted(text)) + (isLineEnd ? '' : '=\r\n'));
    texts.push(text);
    pieces.push(piece);
    length += text.length;
    encodedLength += piece.length;
    start = end;
    yield;
  }
  // Base64 takes four bytes for three: of other alphabets it is the shorter one.
  if (encodedLength > 1.4 * length) return yield* encodedBytes(Buffer.concat(texts));
  return { encoding: 'quoted-printable', pieces };
}

/** Where the lines end that are encoded at once; within a line only where it is longer. */
function endOfLines(content: Buffer, start: number): number {
  const newline = content.lastIndexOf(lf, Math.min(content.length, start + stepBytes) - 1);
  if (newline >= start) return newline + 1;
  const end = Math.min(content.length, start + stepBytes);
  return content[end - 1] === cr && content[end] === lf ? end + 1 : end;
}

/** The header section with the empty line behind it; null where a field cannot be written in ASCII and short lines. */
function headOf({ fields, start }: PartRange, encoding: string | null, allows8Bit: boolean): Buffer | null {
  const isOwn = ({ name }: HeaderField) => encoding !== null && name === 'content-transfer-encoding';
  const lines = fields.filter((field) => !isOwn(field)).map((field) => linesOf(field, allows8Bit));
  if (encoding !== null) lines.push(`Content-Transfer-Encoding: ${encoding}`);
  // Without it the encoding of a message has no meaning (RFC 2045, section 4).
  if (encoding !== null && start === 0 && fieldOf(fields, 'mime-version') === '')
    lines.push('MIME-Version: 1.0');
  return lines.includes(null) ? null : Buffer.from([...lines, '', ''].join('\r\n'));
}

const isShort = (line: string) => Buffer.byteLength(line) <= maxLineLength;

function linesOf({ name, line, value }: HeaderField, allows8Bit: boolean): string | null {
  const all = line.split('\n');
  if (all.every(isShort) && (allows8Bit || isAscii(Buffer.from(line)))) return all.join('\r\n');
  const colon = line.indexOf(':');
  // A bad line behind the field would be lost.
  if (
    line
      .slice(colon + 1)
      .replaceAll('\n', '')
      .trim() !== value
  )
    return null;
  const written = encodableValue(name, value);
  return written === null ? null : fieldLines(line.slice(0, colon).trim(), written);
}

/** What the library encodes: texts, addresses, and values with parameters that are encoded already. */
function encodableValue(name: string, value: string): MimeNodeHeaderValue {
  if (/^content-(?:type|disposition)$/.test(name))
    return buildHeaderValue(parseHeaderValue(value, { stripComments: true }));
  if (!/^(?:from|sender|to|cc|bcc|reply-to)$/.test(name)) return readText(value);
  const addresses = readAddresses(value);
  return addresses.every(({ address, group }) => address || group) ? addresses : null;
}
