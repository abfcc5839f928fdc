/** Parses multipart/report (RFC 6522): its machine-readable part, and the Message-ID of the original message. */

import PostalMime from 'postal-mime';

export type ReportParts = {
  /** The text of the first part of that media type; null where there is none. */
  textOf(type: string): string | null;
  /** The Message-ID of the original message, without angle brackets; null without one. */
  messageId: string | null;
};

const limits = { maxNestingDepth: 64, maxHeadersSize: 1024 * 1024 };
const originalTypes = ['message/rfc822', 'text/rfc822-headers', 'message/rfc822-headers', 'message/global'];

/** Parses a report. @throws Error when nesting or headers exceed the limits */
export async function parseReport(bytes: Uint8Array): Promise<ReportParts> {
  const options = { ...limits, forceRfc822Attachments: true, attachmentEncoding: 'arraybuffer' } as const;
  const { attachments } = await PostalMime.parse(bytes, options);
  const textOf = (...types: string[]) => {
    const content = attachments.find(({ mimeType }) => types.includes(mimeType))?.content;
    if (content === undefined || typeof content === 'string') return content ?? null;
    return Buffer.from(new Uint8Array(content)).toString('utf8');
  };
  const original = textOf(...originalTypes);
  const named = original === null ? '' : headerFieldOf(original, 'message-id');
  return { textOf, messageId: /<([^<>\s]{1,250})>/.exec(named)?.[1] ?? null };
}

/** The value of a header field, '' where it is missing. The headers end at the first empty line. */
export function headerFieldOf(text: string, name: string): string {
  const [head = ''] = text.split(/\r?\n\r?\n/, 1);
  const lines = head.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
  const line = lines.find((each) => each.toLowerCase().startsWith(`${name}:`));
  return line?.slice(name.length + 1).trim() ?? '';
}
