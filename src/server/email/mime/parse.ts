/** Reads a mail (MIME) into the fields that inbound parse posts. The names of the fields are fixed by the wire. */

import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime';

export type FormFile = { field: string; filename: string; type: string; bytes: Uint8Array };

/** Plain form fields, and the files beside them. Bytes go as they are, whatever their encoding. */
export type InboundForm = { fields: Record<string, string | Uint8Array>; files: FormFile[] };

export type FormEnvelope = { sender: string; recipients: string[]; clientIp: string };

const maxNestingDepth = 64;
/** Mails in mails that are opened; what lies deeper is an attachment. */
const maxMessageDepth = 2;
const maxHeaderBytes = 1024 * 1024;
const maxAttachments = 1_000;
/** Where only the head of a mail is read, what is longer is cut. */
const headBytes = 64 * 1024;

/**
 * The mail taken apart: texts as UTF-8, attachments as files.
 *
 * @throws when the mail nests deeper, has longer headers or more parts than any honest one
 */
export async function parseToForm(bytes: Uint8Array, envelope: FormEnvelope): Promise<InboundForm> {
  // Of a view the parser makes a copy; a buffer it only reads.
  const isWhole = bytes.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength;
  const email = await PostalMime.parse(isWhole ? bytes.buffer : bytes, {
    maxNestingDepth: maxNestingDepth,
    maxRfc822NestingDepth: maxMessageDepth,
    maxHeadersSize: maxHeaderBytes,
    attachmentEncoding: 'arraybuffer',
  });
  if (email.attachments.length > maxAttachments)
    throw new Error(`The mail has more than ${maxAttachments} attachments`);
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

/** The whole mail beside what its head and envelope say, for receivers that read MIME themselves. */
export async function rawForm(bytes: Uint8Array, envelope: FormEnvelope): Promise<InboundForm> {
  return { fields: { ...headerFields(await parseHeaders(bytes), envelope), email: bytes }, files: [] };
}

/** A mail that cannot be taken apart: what its head says, and all of it as an attachment. */
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

/** Reads the headers alone; gives none where even they cannot be read. */
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

/** All texts are handed on as UTF-8, whatever they came as. */
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
