/** Classifies SMTP replies: delivered, deferred (transient) or refused (permanent), and why. */

import type { BounceClassification } from '#api/email/events.ts';
import type { SmtpReply } from './client.ts';

/**
 * `bounce`: the address was rejected; `blocked`: this message or sender was, and the address stays valid. `status` is the
 * enhanced status code (RFC 3463).
 */
export type ReplyClass =
  | { kind: 'delivered' }
  | { kind: 'deferred' }
  | { kind: 'refused'; type: 'bounce' | 'blocked'; status: string; classification: BounceClassification };

export function classifyReply({ code, text }: Pick<SmtpReply, 'code' | 'text'>): ReplyClass {
  if (code === null || (code >= 400 && code < 500)) return { kind: 'deferred' };
  if (code < 400) return { kind: 'delivered' };
  const classification = classify(code, text);
  const type = addressFailures.has(classification) ? 'bounce' : 'blocked';
  return { kind: 'refused', type, status: enhancedStatusOf(text, '5.0.0'), classification };
}

/** A message that is still deferred when attempts end is refused, for the reason of its last one: without a code no server was reached. */
export function refuseDeferred({ code, text }: Pick<SmtpReply, 'code' | 'text'>): ReplyClass {
  const classification = code === null ? 'Technical' : classify(code, text);
  return { kind: 'refused', type: 'blocked', status: enhancedStatusOf(text, '4.0.0'), classification };
}

/** The enhanced status code (RFC 3463) in a reply. */
export function enhancedStatusOf(text: string, fallback: string): string {
  return /\b([245]\.\d{1,3}\.\d{1,3})\b/.exec(text)?.[1] ?? fallback;
}

/** The reason of a bounce or block that was stored; entries without a reply have none. */
export function classifyReason(reason: string, status: string): BounceClassification {
  if (reason === '' && status === '') return 'Unclassified';
  return classify(Number(/^[245]\d\d/.exec(reason)?.[0] ?? 550), `${status} ${reason}`);
}

/** The reason: by the enhanced status code, and where that is missing or unspecific by the text. */
function classify(code: number, text: string): BounceClassification {
  const [, subject = '', detail = ''] = enhancedStatusOf(text, '').split('.');
  // About the address of the sender, so that of the recipient stays valid.
  if (subject === '1' && ['7', '8'].includes(detail)) return 'Technical';
  if (subject === '1') return 'Invalid Address';
  if (subject === '2' && detail === '0') return classifyByWords(code, text);
  // The message is too large.
  if (subject === '2' && detail === '3') return 'Technical';
  if (subject === '2') return isTooFrequent(text) ? 'Frequency or Volume Too High' : 'Mailbox Unavailable';
  if (['3', '4', '5'].includes(subject)) return 'Technical';
  if (subject === '6') return 'Content';
  if (subject === '7' && isRelayDenied(text)) return 'Technical';
  if (subject === '7') return classifyByContent(text) ?? 'Reputation';
  return classifyByWords(code, text);
}

const addressFailures: ReadonlySet<BounceClassification> = new Set([
  'Invalid Address',
  'Mailbox Unavailable',
  'Unclassified',
]);

function classifyByWords(code: number, text: string): BounceClassification {
  const more = classifyByContent(text);
  if (more !== null) return more;
  if (isRelayDenied(text)) return 'Technical';
  if (/\b(unknown|no such|not exist|does ?n.t exist|invalid|not found|unrouteable)\b/i.test(text)) {
    return 'Invalid Address';
  }
  if (/\b(block(ed|list)?|black ?list(ed)?|reputation|denied|refused|policy|spf|dkim|dmarc)\b/i.test(text)) {
    return 'Reputation';
  }
  if (/\b(full|quota|disabled|inactive|unavailable)\b/i.test(text) || code === 552)
    return 'Mailbox Unavailable';
  if (code === 550 || code === 551 || code === 553) return 'Invalid Address';
  return code < 550 ? 'Technical' : 'Unclassified';
}

const isTooFrequent = (text: string) => /\b(too many|rate|frequency|volume|throttl\w*)\b/i.test(text);

/** The server does not take email for that domain: its records lead to the wrong one. */
const isRelayDenied = (text: string) =>
  /\brelay(ing)?\b.*\b(denied|not (permitted|allowed)|prohibited)\b/i.test(text);

function classifyByContent(text: string): BounceClassification | null {
  if (isTooFrequent(text)) return 'Frequency or Volume Too High';
  return /\b(spam|content|virus|phish\w*|malware)\b/i.test(text) ? 'Content' : null;
}
