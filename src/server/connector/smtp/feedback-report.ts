/** Reads feedback reports (ARF, RFC 5965): by such a mail a mail service tells that a reader called a mail spam. */

import PostalMime from 'postal-mime';

/** `messageId` is that of the mail it is about, without angle brackets; `sourceIp` '' where the report names none. */
export type FeedbackReport = { kind: string; messageId: string; sourceIp: string };

const limits = { maxNestingDepth: 64, maxHeadersSize: 1024 * 1024 };

/**
 * Null for a mail that is no such report.
 *
 * @throws when the mail nests deeper or has longer headers than any honest one
 */
export async function readFeedbackReport(bytes: Uint8Array): Promise<FeedbackReport | null> {
  const options = { ...limits, forceRfc822Attachments: true, attachmentEncoding: 'arraybuffer' } as const;
  const { attachments } = await PostalMime.parse(bytes, options);
  const textOf = (...types: string[]) => {
    const content = attachments.find(({ mimeType }) => types.includes(mimeType))?.content;
    if (content === undefined || typeof content === 'string') return content ?? null;
    return Buffer.from(new Uint8Array(content)).toString('utf8');
  };
  const told = textOf('message/feedback-report');
  const original = textOf('message/rfc822', 'text/rfc822-headers', 'message/rfc822-headers');
  if (told === null || original === null) return null;
  const messageId = /<([^<>\s]{1,250})>/.exec(fieldOf(original, 'message-id'))?.[1];
  if (messageId === undefined) return null;
  return {
    kind: fieldOf(told, 'feedback-type').toLowerCase(),
    messageId,
    sourceIp: fieldOf(told, 'source-ip').slice(0, 45),
  };
}

/** The value of a field, '' where it is missing. A head ends at the first empty line. */
function fieldOf(text: string, name: string): string {
  const [head = ''] = text.split(/\r?\n\r?\n/, 1);
  const lines = head.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
  const line = lines.find((each) => each.toLowerCase().startsWith(`${name}:`));
  return line?.slice(name.length + 1).trim() ?? '';
}
