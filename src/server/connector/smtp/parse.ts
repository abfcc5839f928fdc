/** Reads a mail (MIME) into the fields that inbound parse posts. The names of the fields are fixed by the wire. */

import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime';

export type MailFile = { field: string; filename: string; type: string; bytes: Uint8Array };

/** Plain form fields, and the files beside them. */
export type MailForm = { fields: Record<string, string>; files: MailFile[] };

export type MailEnvelopeText = { sender: string; recipients: string[]; clientIp: string };

const deepestNesting = 64;
const mostHeaderBytes = 1024 * 1024;

/** The whole mail beside what its envelope says, for receivers that read MIME themselves. */
export function rawForm(bytes: Uint8Array, headers: Email, envelope: MailEnvelopeText): MailForm {
  return { fields: { ...about(headers, envelope), email: Buffer.from(bytes).toString('utf8') }, files: [] };
}

/** @throws when the mail nests deeper or has longer headers than any honest one */
export function readMail(bytes: Uint8Array): Promise<Email> {
  return PostalMime.parse(bytes, {
    maxNestingDepth: deepestNesting,
    maxHeadersSize: mostHeaderBytes,
    attachmentEncoding: 'arraybuffer',
  });
}

/** The mail taken apart: texts as UTF-8, attachments as files. */
export function parsedForm(email: Email, envelope: MailEnvelopeText): MailForm {
  const files = email.attachments.map(fileOf);
  const info = files.map(({ field, filename, type }, index) => {
    const contentId = idOf(email.attachments[index]);
    const named = { filename, name: filename, charset: 'utf-8', type };
    return [field, contentId === null ? named : { ...named, 'content-id': contentId }] as const;
  });
  const contentIds = files.flatMap(({ field }, index) => {
    const contentId = idOf(email.attachments[index]);
    return contentId === null ? [] : [[contentId, field] as const];
  });
  return {
    fields: {
      ...about(email, envelope),
      ...(email.text !== undefined && { text: email.text }),
      ...(email.html !== undefined && { html: email.html }),
      attachments: String(files.length),
      ...(files.length > 0 && { 'attachment-info': JSON.stringify(Object.fromEntries(info)) }),
      ...(contentIds.length > 0 && { 'content-ids': JSON.stringify(Object.fromEntries(contentIds)) }),
    },
    files,
  };
}

/** `dkim` and `SPF` say that nothing was checked: a verdict that was not reached is none. */
function about(email: Email, { sender, recipients, clientIp }: MailEnvelopeText): Record<string, string> {
  const cc = listOf(email.cc);
  return {
    headers: email.headerLines.map(({ line }) => line).join('\n'),
    dkim: 'none',
    SPF: 'none',
    to: listOf(email.to),
    ...(cc !== '' && { cc }),
    from: email.from === undefined ? sender : spelled(email.from),
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

function listOf(addresses: Address[] | undefined): string {
  return (addresses ?? []).map(spelled).join(', ');
}

function spelled(address: Address): string {
  if (address.group !== undefined) return address.group.map(spelled).join(', ');
  if (address.name === '') return address.address;
  const name = /^[\w .'-]+$/.test(address.name) ? address.name : JSON.stringify(address.name);
  return `${name} <${address.address}>`;
}

function fileOf(attachment: Attachment, index: number): MailFile {
  const { content, filename, mimeType } = attachment;
  const field = `attachment${index + 1}`;
  return {
    field,
    filename: filename ?? field,
    type: mimeType,
    bytes: typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content),
  };
}

function idOf(attachment: Attachment | undefined): string | null {
  return attachment?.contentId?.replace(/^<|>$/g, '') ?? null;
}
