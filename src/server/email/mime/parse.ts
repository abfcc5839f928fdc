/** Parses a MIME message into the form fields of the inbound parse webhook. The names of the fields are fixed by its documentation. */

import type { Address } from 'postal-mime';
import type { InboundDmarc } from '#api/email/inbound.ts';
import type { FormText } from '../../platform/outbound/multipart.ts';
import { scoreSpam } from '../spam/score.ts';
import {
  fieldOf,
  type HeaderField,
  readAddresses,
  readHeaderSection,
  readPhrases,
  readText,
} from './header-fields.ts';
import { mimeLimits } from './limits.ts';
import { type MimeLeaf, parseStructure } from './structure.ts';
import { joinTexts, type TextField } from './text-fields.ts';

export type FormFile = { field: string; filename: string; type: string; bytes: Uint8Array };

/** Form fields and files. A field of bytes is posted unchanged, whatever its encoding. */
export type InboundForm = { fields: Record<string, string | Uint8Array | FormText>; files: FormFile[] };

export type FormEnvelope = { sender: string; recipients: string[]; clientIp: string };

/** The fields `SPF` and `dkim`. The documented form has none for DMARC. */
export type SenderVerdicts = { spf: string; dkim: string; dmarc: InboundDmarc };

export type FormOptions = {
  envelope: FormEnvelope;
  verdicts: Pick<SenderVerdicts, 'spf' | 'dkim'>;
  scoresSpam: boolean;
};

/** Where only the headers are parsed, longer ones are cut. */
const headBytes = 64 * 1024;

/**
 * The parsed message: texts, and attachments byte for byte. Those may be decoded where they stand in `bytes`.
 *
 * @throws Error when nesting, headers or the number of attachments exceed the limits
 */
export function parsedForm(bytes: Uint8Array, options: FormOptions): InboundForm {
  const message = parseMessage(bytes);
  const { text, html, attachments } = message;
  const info = attachments.map((leaf, index) => [`attachment${index + 1}`, infoOf(leaf, index)] as const);
  const contentIds = attachments.flatMap(({ contentId }, index) =>
    contentId === '' ? [] : [[contentId, `attachment${index + 1}`] as const],
  );
  const fields = {
    ...headerFields(message, options),
    ...(text !== null && { text: text.value }),
    ...(html !== null && { html: html.value }),
    attachments: String(attachments.length),
    ...(attachments.length > 0 && { 'attachment-info': JSON.stringify(Object.fromEntries(info)) }),
    ...(contentIds.length > 0 && { 'content-ids': JSON.stringify(Object.fromEntries(contentIds)) }),
    ...spamFields(message, options),
  };
  // Last, as the message is no longer whole afterwards.
  return { fields, files: attachments.map(fileOf) };
}

/** The raw message with the fields of its headers and envelope, for receivers that parse MIME themselves. */
export function rawForm(bytes: Uint8Array, options: FormOptions): InboundForm {
  const head = parseHead(bytes);
  const spam = options.scoresSpam ? spamFields(parseLeniently(bytes) ?? head, options) : {};
  return { fields: { ...headerFields(head, options), ...spam, email: bytes }, files: [] };
}

/** A message that cannot be parsed: the fields of its headers, and all of it as an attachment. */
export function unparsedForm(bytes: Uint8Array, options: FormOptions): InboundForm {
  const head = parseHead(bytes);
  const file = { field: 'attachment1', filename: 'message.eml', type: 'message/rfc822', bytes };
  const info = { filename: file.filename, name: file.filename, type: file.type };
  return {
    fields: {
      ...headerFields(head, options),
      attachments: '1',
      'attachment-info': JSON.stringify({ attachment1: info }),
      ...spamFields(head, options),
    },
    files: [file],
  };
}

type ParsedMessage = {
  fields: readonly HeaderField[];
  text: TextField | null;
  html: TextField | null;
  attachments: readonly MimeLeaf[];
};

function parseMessage(bytes: Uint8Array): ParsedMessage {
  const { fields, leaves } = parseStructure(bytes);
  const isText = (leaf: MimeLeaf) => isInlineText(leaf, leaf === leaves[0] || leaf.isAlternative);
  const attachments = leaves.filter((leaf) => !isText(leaf));
  if (attachments.length > mimeLimits.attachments)
    throw new Error(`The message has more than ${mimeLimits.attachments} attachments`);
  const ofType = (type: string) => leaves.filter((leaf) => isText(leaf) && leaf.type === type);
  return { fields, attachments, text: joinTexts(ofType('text/plain')), html: joinTexts(ofType('text/html')) };
}

/** Text with a file name is a file, unless it is the first of the message or one way to show it, and nothing says how that is to be shown. */
function isInlineText({ type, disposition, filename }: MimeLeaf, isMain: boolean): boolean {
  if (type !== 'text/plain' && type !== 'text/html') return false;
  return disposition !== 'attachment' && (filename === '' || (isMain && disposition === ''));
}

function parseLeniently(bytes: Uint8Array): ParsedMessage | null {
  try {
    return parseMessage(bytes);
  } catch {
    return null;
  }
}

/** Only the headers. */
function parseHead(bytes: Uint8Array): ParsedMessage {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, headBytes));
  const { fields } = readHeaderSection(start, 0, { bytes: headBytes, fields: headBytes });
  return { fields, text: null, html: null, attachments: [] };
}

function headerFields(
  { fields, text, html }: ParsedMessage,
  { envelope: { sender, recipients, clientIp }, verdicts }: FormOptions,
): Record<string, string> {
  const to = addressesAsWritten(fields, 'to');
  const cc = addressesAsWritten(fields, 'cc');
  const charsets = Object.fromEntries([
    ...['to', 'from', 'subject', 'cc'].map((name) => [name, 'UTF-8']),
    ...(text === null ? [] : [['text', text.charset]]),
    ...(html === null ? [] : [['html', html.charset]]),
  ]);
  return {
    headers: fields.map(({ line }) => line).join('\n'),
    dkim: verdicts.dkim,
    SPF: verdicts.spf,
    to,
    ...(cc !== '' && { cc }),
    from: singleLine(readPhrases(fieldOf(fields, 'from'))) || sender,
    subject: subjectOf(fields),
    sender_ip: clientIp,
    envelope: JSON.stringify({ to: recipients, from: sender }),
    charsets: JSON.stringify(charsets),
  };
}

/** As the sender wrote them, of several fields one after the other. */
function addressesAsWritten(fields: readonly HeaderField[], name: string): string {
  const written = fields.filter((field) => field.name === name).map(({ value }) => readPhrases(value));
  return singleLine(written.filter((value) => value !== '').join(', '));
}

function subjectOf(fields: readonly HeaderField[]): string {
  return singleLine(readText(fieldOf(fields, 'subject')));
}

/** Encoded words (RFC 2047) may hold line breaks, which a field of one line must not have. */
function singleLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}

function formatAddresses(addresses: readonly Address[]): string {
  return addresses.map(formatAddress).join(', ');
}

function formatAddress(address: Address): string {
  if (address.group !== undefined) return formatAddresses(address.group);
  const name = singleLine(address.name);
  if (name === '') return address.address;
  return `${/^[\w .'-]+$/.test(name) ? name : JSON.stringify(name)} <${address.address}>`;
}

function spamFields(
  { fields, text, html, attachments }: ParsedMessage,
  { envelope: { sender }, scoresSpam }: FormOptions,
): Record<string, string> {
  if (!scoresSpam) return {};
  const { points, report } = scoreSpam({
    ...{ headers: fields.map(({ line }) => line).join('\n'), subject: subjectOf(fields), sender },
    ...{ from: formatAddresses(readAddresses(fieldOf(fields, 'from')).slice(0, 1)) || sender },
    ...{ text: text?.readable ?? '', html: html?.readable ?? '' },
    ...{ filenames: attachments.map(({ filename }) => filename) },
  });
  return { spam_score: points.toFixed(1), spam_report: report };
}

function fileOf(leaf: MimeLeaf, index: number): FormFile {
  const { filename } = infoOf(leaf, index);
  return { field: `attachment${index + 1}`, filename, type: leaf.type, bytes: leaf.takeContent() };
}

function infoOf({ filename, type, charset, contentId }: MimeLeaf, index: number) {
  const name = singleLine(filename) || `attachment${index + 1}`;
  return {
    ...{ filename: name, name, type },
    ...(charset !== '' && { charset }),
    ...(contentId !== '' && { 'content-id': contentId }),
  };
}
