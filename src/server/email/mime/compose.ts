/** Composes a MIME message (RFC 2045), deterministically: the same input gives the same bytes, so that it need not be stored. */

import { isAscii, isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import MailComposer from 'nodemailer/lib/mail-composer';
import type MimeNode from 'nodemailer/lib/mime-node';
import { wireAddress } from '../validation/email-address.ts';
import { attachedMessageBytes, sendableMessage } from './attached-message.ts';
import { encodedText, hasLongWord } from './field-lines.ts';
import { essenceOf } from './media-type.ts';

export type Mailbox = { address: string; name: string };

export type MimePart = { type: string; value: string };

export type MimeAttachment = {
  filename: string;
  type: string;
  inline: boolean;
  /** The Content-ID that the HTML refers to; null without one. */
  contentId: string | null;
  bytes: Uint8Array;
};

export type MimeMessage = {
  /** Without angle brackets. */
  messageId: string;
  date: Date;
  from: Mailbox;
  to: readonly Mailbox[];
  cc: readonly Mailbox[];
  replyTo: readonly Mailbox[];
  subject: string;
  headers: Readonly<Record<string, string>>;
  /** Alternatives (multipart/alternative), in any order. */
  parts: readonly MimePart[];
  files: readonly MimeAttachment[];
};

/** Longer texts are encoded as base64: quoted-printable may be three times as long, and takes longer. */
const maxQuotedLength = 1024 * 1024;

/** Bytes that are encoded at once: a millisecond or two. */
const pieceBytes = 48 * 1024;

/** Bytes of a line of base64, and with its line end; and those that it encodes. */
const base64Line = { encoded: 78, bytes: 57 };
/** A character of quoted-printable or of an encoded word takes up to three bytes for one, and line ends. */
const quotedGrowth = 3.2;
/** Bytes of the boundary and the headers of a part. */
const partHeaderBytes = 512;

/** At most so many bytes are composed of a text of so many. */
export function composedTextBytes(bytes: number): number {
  return partHeaderBytes + Math.max(base64Bytes(bytes), quotedGrowth * Math.min(bytes, maxQuotedLength));
}

/** The same of an attachment. Messages are attached as they are, with CRLF for each LF, or with their parts encoded. */
export function composedFileBytes(
  bytes: number,
  { filename, type }: { filename: string; type: string },
): number {
  const content = /^message\//i.test(type) ? 2 * bytes + attachedMessageBytes : base64Bytes(bytes);
  return partHeaderBytes + content + 2 * quotedGrowth * Buffer.byteLength(filename);
}

function base64Bytes(bytes: number): number {
  return Math.ceil(bytes / base64Line.bytes) * base64Line.encoded;
}

/**
 * The message as bytes with CRLF line ends. Never reads files or URLs, whatever the content says. All of it is ASCII but attached
 * messages, which may have other bytes where the server takes them (8BITMIME, RFC 6152).
 */
export async function composeMime(
  message: MimeMessage,
  { allows8Bit = true }: { allows8Bit?: boolean } = {},
): Promise<Buffer> {
  const { messageId, subject, parts, files } = message;
  const root = new MailComposer({
    messageId: `<${messageId}>`,
    date: message.date,
    from: onWire(message.from),
    to: message.to.map(onWire),
    cc: message.cc.map(onWire),
    replyTo: message.replyTo.map(onWire),
    subject,
    headers: Object.entries(message.headers).map(toHeader),
    alternatives: inOrder(parts).map(({ type, value }) => ({ contentType: utf8Type(type), content: value })),
    attachments: await Promise.all(files.map((file) => toAttachment(file, allows8Bit))),
    ...(parts.some(({ value }) => value.length > maxQuotedLength) && { encoding: 'base64' }),
    baseBoundary: messageId.replaceAll(/\W/g, '').slice(0, 40),
    disableFileAccess: true,
    disableUrlAccess: true,
    newline: '\r\n',
  }).compile();
  // In its place among the others, where a message that was sent before has it.
  const { value } = toHeader(['Subject', subject]);
  if (typeof value === 'object') root.setHeader('Subject', value);
  encodeInPieces(root);
  return root.build();
}

/** One whose words are too long for a line is written as encoded words, between which it can be folded. */
function toHeader([key, value]: [string, string]) {
  if (!hasLongWord(key, value)) return { key, value };
  return { key, value: { prepared: true, foldLines: true, value: encodedText(value) } };
}

/**
 * Programs show the last alternative that they understand (RFC 2046, section 5.1.4), and some the last one alone: HTML stands behind
 * forms that few know, such as AMP, and an invitation behind HTML, as calendars look for it there.
 */
function inOrder(parts: readonly MimePart[]): MimePart[] {
  const rankOf = ({ type }: MimePart) => {
    const rank = ['text/plain', 'other', 'text/html', 'text/calendar'].indexOf(essenceOf(type));
    return rank === -1 ? 1 : rank;
  };
  return parts.filter(({ value }) => value !== '').toSorted((a, b) => rankOf(a) - rankOf(b));
}

async function toAttachment(
  { filename, type, inline, contentId, bytes }: MimeAttachment,
  allows8Bit: boolean,
) {
  const content = Buffer.from(bytes);
  const isMessage = /^message\//i.test(type);
  const sent = isMessage ? await sendableMessage({ type, bytes: content }, allows8Bit) : null;
  return {
    filename,
    contentType: sent?.type ?? withCharset(type, bytes),
    contentDisposition: inline ? ('inline' as const) : ('attachment' as const),
    content: sent?.bytes ?? content,
    ...(sent?.isEncoded === true && { contentTransferEncoding: 'base64' as const }),
    ...(contentId !== null && { cid: contentId }),
  };
}

const onWire = ({ address, name }: Mailbox): Mailbox => ({ address: wireAddress(address), name });

/** Text without a charset is US-ASCII (RFC 2046, section 4.1.2): where it is UTF-8, it says so. */
function withCharset(type: string, bytes: Uint8Array): string {
  return !isAscii(bytes) && isUtf8(bytes) ? utf8Type(type) : type;
}

function utf8Type(type: string): string {
  return /^text\//i.test(type) && !/;\s*charset\s*=/i.test(type) ? `${type}; charset=utf-8` : type;
}

/** Has long contents encoded piece by piece, as whole ones of some megabytes stop everybody for tens of milliseconds. */
function encodeInPieces(node: MimeNode): void {
  const { content } = node;
  if ((typeof content === 'string' || content instanceof Buffer) && content.length > pieceBytes) {
    const encoding = node.getTransferEncoding();
    if (encoding === 'base64' || encoding === 'quoted-printable') {
      // What is chosen by the whole content cannot be by a stream.
      node.setHeader('Content-Transfer-Encoding', encoding);
      node.setContent(Readable.from(piecesOf(Buffer.from(content)), { objectMode: false }));
    }
  }
  node.childNodes.forEach(encodeInPieces);
}

async function* piecesOf(content: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += pieceBytes) {
    yield content.subarray(at, at + pieceBytes);
    await yieldToEventLoop();
  }
}
