/** Parses multipart/report (RFC 6522): its machine-readable part, and the Message-ID of the original message. */

import { type MimeLeaf, parseStructure } from './structure.ts';

export type ReportParts = {
  /** The text of the first part of that media type; null where there is none. */
  textOf(type: string): string | null;
  /** The Message-ID of the original message, without angle brackets; null without one. */
  messageId: string | null;
};

const originalTypes = ['message/rfc822', 'text/rfc822-headers', 'message/rfc822-headers', 'message/global'];

/** Parses a report; null for a message that cannot be parsed. */
export function parseReport(bytes: Uint8Array): ReportParts | null {
  const leaves = leavesOf(bytes);
  if (leaves === null) return null;
  const textOf = (...types: string[]) => {
    const leaf = leaves.find(({ type }) => types.includes(type));
    return leaf === undefined ? null : Buffer.from(leaf.content()).toString('utf8');
  };
  const original = textOf(...originalTypes);
  const named = original === null ? '' : headerFieldOf(original, 'message-id');
  return { textOf, messageId: /<([^<>\s]{1,250})>/.exec(named)?.[1] ?? null };
}

function leavesOf(bytes: Uint8Array): MimeLeaf[] | null {
  try {
    return parseStructure(bytes).leaves;
  } catch {
    return null;
  }
}

/** The value of a header field, '' where it is missing. The headers end at the first empty line. */
export function headerFieldOf(text: string, name: string): string {
  const [head = ''] = text.split(/\r?\n\r?\n/, 1);
  const lines = head.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
  const line = lines.find((each) => each.toLowerCase().startsWith(`${name}:`));
  return line?.slice(name.length + 1).trim() ?? '';
}
