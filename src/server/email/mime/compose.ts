/** Composes a MIME message (RFC 2045), deterministically: the same input gives the same bytes, so that it need not be stored. */

import MailComposer from 'nodemailer/lib/mail-composer';

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
  /** Alternatives (multipart/alternative), the plainest first. */
  parts: readonly MimePart[];
  files: readonly MimeAttachment[];
};

/** The message as bytes with CRLF line ends. Never reads files or URLs, whatever the content says. */
export function composeMime(message: MimeMessage): Promise<Buffer> {
  const { messageId, parts, files } = message;
  const textOf = (type: string) => parts.find((part) => part.type === type)?.value;
  const [text, html] = [textOf('text/plain'), textOf('text/html')];
  const others = parts.filter(({ type }) => type !== 'text/plain' && type !== 'text/html');
  return new MailComposer({
    messageId: `<${messageId}>`,
    date: message.date,
    from: message.from,
    to: [...message.to],
    cc: [...message.cc],
    replyTo: [...message.replyTo],
    subject: message.subject,
    headers: { ...message.headers },
    ...(text !== undefined && { text }),
    ...(html !== undefined && { html }),
    alternatives: others.map(({ type, value }) => ({ contentType: type, content: value })),
    attachments: files.map(({ filename, type, inline, contentId, bytes }) => ({
      filename,
      contentType: type,
      contentDisposition: inline ? 'inline' : 'attachment',
      content: Buffer.from(bytes),
      ...(contentId !== null && { cid: contentId }),
    })),
    baseBoundary: messageId.replaceAll(/\W/g, '').slice(0, 40),
    disableFileAccess: true,
    disableUrlAccess: true,
    newline: '\r\n',
  })
    .compile()
    .build();
}
