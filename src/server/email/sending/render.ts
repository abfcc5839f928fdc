/** What a recipient reads: substitutions filled in, footers added, links led past us, the pixel set. Pure. */

import type { OutboundMessage } from '../messages/message.ts';
import type { MimePart } from '../mime/compose.ts';
import type { TrackingLinks } from '../tracking/signed-links.ts';
import { rewriteHtml, rewriteText, type TrackingOptions } from './rewrite-links.ts';

export type RenderedMessage = { subject: string; parts: MimePart[]; headers: Record<string, string> };

export function renderMessage(
  { shared: mail, personalization: person }: Pick<OutboundMessage, 'mail' | 'person'>,
  links: TrackingLinks,
): RenderedMessage {
  const fill = createSubstituter(person.substitutions ?? {});
  const { tracking_settings: tracking = {}, mail_settings: settings = {} } = mail;
  const leaves = mail.asm !== undefined || tracking.subscription_tracking?.enable === true;
  const markUp: TrackingOptions = {
    links,
    tracksClicks: tracking.click_tracking?.enable ?? true,
    tracksTextClicks: tracking.click_tracking?.enable_text ?? false,
    tracksOpens: tracking.open_tracking?.enable ?? true,
    openTag: tracking.open_tracking?.substitution_tag || null,
    campaign: tracking.ganalytics?.enable === true ? tracking.ganalytics : null,
  };
  const footer = settings.footer?.enable === true ? settings.footer : {};
  const content = mail.content ?? [];
  const hasOwnLink = content.some(({ value }) => hasUnsubscribeTag(fill(value), mail.tracking_settings));
  const parts = content.map(({ type, value }): MimePart => {
    const isHtml = type === 'text/html';
    if (!isHtml && type !== 'text/plain') return { type, value: fill(value) };
    let text = append(isHtml, fill(value), footer[isHtml ? 'html' : 'text'] ?? '');
    if (leaves) text = withSubscriptionLink(isHtml, text, { mail, links, hasOwnLink });
    return { type, value: isHtml ? rewriteHtml(text, markUp) : rewriteText(text, markUp) };
  });
  return {
    subject: fill(person.subject ?? mail.subject ?? ''),
    parts,
    headers: {
      ...mail.headers,
      ...substituteHeaders(person.headers, fill),
      ...(leaves && unsubscribeHeaders(links)),
    },
  };
}

/** Replaces each key by its value, all at once: what a value brings in is not looked at again. */
export function createSubstituter(substitutions: Record<string, string>): (text: string) => string {
  const keys = Object.keys(substitutions).filter((key) => key !== '');
  if (keys.length === 0) return (text) => text;
  const literal = keys
    .sort((a, b) => b.length - a.length)
    .map((key) => key.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'));
  const pattern = new RegExp(literal.join('|'), 'g');
  return (text) => text.replaceAll(pattern, (key) => substitutions[key] ?? key);
}

function substituteHeaders(headers: Record<string, string> = {}, fill: (text: string) => string) {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, fill(value)]));
}

/** One click in the reader's own program (RFC 8058): it posts, so no scanner of links leaves by accident. */
function unsubscribeHeaders({ subscriptions }: TrackingLinks): Record<string, string> {
  return {
    'List-Unsubscribe': `<${subscriptions}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

/** The tags that stand for the address of the page of subscriptions. */
const urlTags = [
  '<%asm_group_unsubscribe_raw_url%>',
  '<%asm_global_unsubscribe_raw_url%>',
  '<%asm_preferences_raw_url%>',
];
const linkTags: Readonly<Record<string, string>> = {
  '<%asm_group_unsubscribe_url%>': 'Unsubscribe from this list',
  '<%asm_global_unsubscribe_url%>': 'Unsubscribe from all mail',
  '<%asm_preferences_url%>': 'Manage preferences',
};

type Tracking = OutboundMessage['shared']['tracking_settings'];

function hasUnsubscribeTag(text: string, tracking: Tracking): boolean {
  const tag = tracking?.subscription_tracking?.substitution_tag;
  const tags = [...urlTags, ...Object.keys(linkTags), ...(tag ? [tag] : [])];
  return tags.some((each) => text.includes(each));
}

const defaultFooter = {
  text: 'To get no more of these mails: <% %>',
  html: '<p>To get no more of these mails, <% unsubscribe %>.</p>',
};

function withSubscriptionLink(
  isHtml: boolean,
  given: string,
  { mail, links, hasOwnLink }: { mail: OutboundMessage['shared']; links: TrackingLinks; hasOwnLink: boolean },
): string {
  const { subscription_tracking: settings } = mail.tracking_settings ?? {};
  const address = isHtml ? links.subscriptions.replaceAll('&', '&amp;') : links.subscriptions;
  const link = (words: string) => (isHtml ? `<a href="${address}">${words}</a>` : `${words}: ${address}`);
  let text = given;
  for (const tag of urlTags) text = text.replaceAll(tag, address);
  for (const [tag, words] of Object.entries(linkTags)) text = text.replaceAll(tag, link(words));
  const tag = settings?.substitution_tag;
  if (tag) text = text.replaceAll(tag, address);
  if (hasOwnLink) return text;
  const words = isHtml ? (settings?.html ?? defaultFooter.html) : (settings?.text ?? defaultFooter.text);
  const footer = words.replaceAll(/<%(.*?)%>/g, (_, inside: string) =>
    isHtml ? link(inside.trim() || 'unsubscribe') : address,
  );
  return append(isHtml, text, footer);
}

/** At the end of what is read: before the end of the body, where the HTML has one. */
function append(isHtml: boolean, text: string, footer: string): string {
  if (footer === '') return text;
  if (!isHtml) return `${text}\n\n${footer}`;
  const end = text.search(/<\/body\s*>/i);
  return end === -1 ? text + footer : text.slice(0, end) + footer + text.slice(end);
}
