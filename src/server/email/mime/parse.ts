/** Parses a MIME message into the form fields of the inbound parse webhook. The names of the fields are fixed by its documentation. */

import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime';

export type FormFile = { field: string; filename: string; type: string; bytes: Uint8Array };

/** Form fields and files. A field of bytes is posted unchanged, whatever its encoding. */
export type InboundForm = { fields: Record<string, string | Uint8Array>; files: FormFile[] };

export type FormEnvelope = { sender: string; recipients: string[]; clientIp: string };

const maxNestingDepth = 64;
/** Depth of nested messages (message/rfc822) that are parsed; deeper ones become attachments. */
const maxMessageDepth = 2;
const maxHeaderBytes = 1024 * 1024;
const maxAttachments = 1_000;
/** Where only the headers are parsed, longer ones are cut. */
const headBytes = 64 * 1024;

/**
 * The parsed message: texts as UTF-8, attachments as files.
 *
 * @throws Error when nesting, headers or the number of attachments exceed the limits
 */
export async function parseToForm(bytes: Uint8Array, envelope: FormEnvelope): Promise<InboundForm> {
  // The parser copies a view, but not a buffer.
  const isWhole = bytes.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength;
  const email = await PostalMime.parse(isWhole ? bytes.buffer : bytes, {
    maxNestingDepth: maxNestingDepth,
    maxRfc822NestingDepth: maxMessageDepth,
    maxHeadersSize: maxHeaderBytes,
    attachmentEncoding: 'arraybuffer',
  });
  if (email.attachments.length > maxAttachments)
    throw new Error(`The message has more than ${maxAttachments} attachments`);
  const files = email.attachments.map(fileOf);
  const info = files.map(({ field, filename, type }, index) => {
    const contentId = contentIdOf(email.attachments[index]);
    const named = { filename, name: filename, charset: 'utf-8', type };
    return [field, contentId === null ? named : { ...named, 'content-id': contentId }] as const;
  });
  const contentIds = files.flatMap(({ field }, index) => {
    const contentId = contentIdOf(email.attachments[index]);
    return contentId === null ? [] : [[contentId, field] as const];
  });
  return {
    fields: {
      ...headerFields(email, envelope),
      ...(email.text !== undefined && { text: email.text }),
      ...(email.html !== undefined && { html: email.html }),
      attachments: String(files.length),
      ...(files.length > 0 && { 'attachment-info': JSON.stringify(Object.fromEntries(info)) }),
      ...(contentIds.length > 0 && { 'content-ids': JSON.stringify(Object.fromEntries(contentIds)) }),
    },
    files,
  };
}

/** The raw message with the fields of its headers and envelope, for receivers that parse MIME themselves. */
export async function rawForm(bytes: Uint8Array, envelope: FormEnvelope): Promise<InboundForm> {
  return { fields: { ...headerFields(await parseHeaders(bytes), envelope), email: bytes }, files: [] };
}

/** A message that cannot be parsed: the fields of its headers, and all of it as an attachment. */
export async function unparsedForm(bytes: Uint8Array, envelope: FormEnvelope): Promise<InboundForm> {
  const file = { field: 'attachment1', filename: 'message.eml', type: 'message/rfc822', bytes };
  const info = { filename: file.filename, name: file.filename, charset: 'utf-8', type: file.type };
  return {
    fields: {
      ...headerFields(await parseHeaders(bytes), envelope),
      attachments: '1',
      'attachment-info': JSON.stringify({ attachment1: info }),
    },
    files: [file],
  };
}

/** Parses the headers only; empty where even they cannot be parsed. */
async function parseHeaders(bytes: Uint8Array): Promise<Email> {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, headBytes));
  const ends = ['\r\n\r\n', '\n\n'].map((mark) => start.indexOf(mark)).filter((at) => at >= 0);
  const end =
    ends.length > 0 ? Math.min(...ends) : bytes.byteLength > headBytes ? start.lastIndexOf('\n') : -1;
  const head = end === -1 ? start : start.subarray(0, end + 1);
  try {
    const { text, html, ...email } = await PostalMime.parse(head);
    return { ...email, attachments: [] };
  } catch {
    return { headers: [], headerLines: [], attachments: [] };
  }
}

/** `dkim` and `SPF` say that nothing was checked: a verdict that was not reached is none. */
function headerFields(email: Email, { sender, recipients, clientIp }: FormEnvelope): Record<string, string> {
  const cc = formatAddresses(email.cc);
  return {
    headers: email.headerLines.map(({ line }) => line).join('\n'),
    dkim: 'none',
    SPF: 'none',
    to: formatAddresses(email.to),
    ...(cc !== '' && { cc }),
    from: email.from === undefined ? sender : formatAddress(email.from),
    subject: email.subject ?? '',
    sender_ip: clientIp,
    envelope: JSON.stringify({ to: recipients, from: sender }),
    charsets: JSON.stringify(charsetsOf(email)),
  };
}

/** All texts are posted as UTF-8, whatever their original charset. */
function charsetsOf({ text, html }: Email): Record<string, string> {
  const names = ['to', 'from', 'subject', 'cc'];
  if (text !== undefined) names.push('text');
  if (html !== undefined) names.push('html');
  return Object.fromEntries(names.map((name) => [name, 'UTF-8']));
}

function formatAddresses(addresses: Address[] | undefined): string {
  return (addresses ?? []).map(formatAddress).join(', ');
}

function formatAddress(address: Address): string {
  if (address.group !== undefined) return address.group.map(formatAddress).join(', ');
  if (address.name === '') return address.address;
  const name = /^[\w .'-]+$/.test(address.name) ? address.name : JSON.stringify(address.name);
  return `${name} <${address.address}>`;
}

function fileOf(attachment: Attachment, index: number): FormFile {
  const { content, filename, mimeType } = attachment;
  const field = `attachment${index + 1}`;
  return {
    field,
    filename: filename ?? field,
    type: mimeType,
    bytes: typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content),
  };
}

function contentIdOf(attachment: Attachment | undefined): string | null {
  return attachment?.contentId?.replace(/^<|>$/g, '') ?? null;
}
