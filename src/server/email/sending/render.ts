/** Renders the content for a recipient: substitutions, footers, unsubscribe links, click and open tracking. Pure. */

import { textOfHtml } from '#flow/handlebars/html-text.ts';
import type { OutboundMessage } from '../messages/message.ts';
import type { MimePart } from '../mime/compose.ts';
import type { TrackingLinks } from '../tracking/signed-links.ts';
import { fillContent } from './filled-content.ts';
import { rewriteHtml, rewriteText, type TrackingOptions } from './rewrite-links.ts';
import { createSubstituter } from './substitutions.ts';
import { TrackingGrowth } from './tracking-growth.ts';
import { canUnsubscribe, isOwnHeader } from './validation.ts';

export type RenderedMessage = { subject: string; parts: MimePart[]; headers: Record<string, string> };

export function renderMessage(
  { shared, personalization }: Pick<OutboundMessage, 'shared' | 'personalization'>,
  links: TrackingLinks,
): RenderedMessage {
  const fill = createSubstituter(personalization.substitutions);
  const { tracking_settings: tracking = {}, mail_settings: settings = {} } = shared;
  const hasLinks = canUnsubscribe(shared);
  const growth = new TrackingGrowth();
  const trackingOptions: TrackingOptions = {
    links,
    growth,
    tracksClicks: tracking.click_tracking?.enable ?? true,
    tracksTextClicks: tracking.click_tracking?.enable_text ?? false,
    tracksOpens: tracking.open_tracking?.enable ?? true,
    openTag: tracking.open_tracking?.substitution_tag || null,
    campaign: tracking.ganalytics?.enable === true ? tracking.ganalytics : null,
  };
  const footer = settings.footer?.enable === true ? settings.footer : {};
  const { subject, content } = fillContent({ shared, personalization }, fill);
  const hasOwnLink = content.some(({ value }) => hasUnsubscribeTag(value, shared.tracking_settings));
  const linked = (isHtml: boolean, text: string) =>
    hasLinks ? withTags(isHtml, text, { shared, links, growth }) : text;
  const parts = content.map(({ type, value, madeOf }): MimePart => {
    const isHtml = type === 'text/html';
    if (!isHtml && type !== 'text/plain') return { type, value };
    // Made again once the links are in the HTML: a tag in an address is no text.
    const isMadeAgain = hasLinks && madeOf !== undefined && hasUnsubscribeTag(madeOf, tracking);
    const own = isMadeAgain ? textOfHtml(linked(true, madeOf)) : linked(isHtml, value);
    let text = append(isHtml, own, linked(isHtml, footer[isHtml ? 'html' : 'text'] ?? ''));
    if (hasLinks && !hasOwnLink) text = withDefaultLink(isHtml, text, { shared, links, growth });
    return { type, value: isHtml ? rewriteHtml(text, trackingOptions) : rewriteText(text, trackingOptions) };
  });
  return {
    subject,
    parts: parts.filter(({ type, value }) => type !== 'text/plain' || value !== ''),
    headers: mergeHeaders(
      shared.headers,
      substituteHeaders(personalization.headers, fill),
      hasLinks ? unsubscribeHeaders(links) : {},
    ),
  };
}

/** Each header once, whatever its case: the last one counts. */
function mergeHeaders(...all: (Record<string, string> | undefined)[]): Record<string, string> {
  const merged = new Map<string, [string, string]>();
  for (const [name, value] of all.flatMap((headers = {}) => Object.entries(headers)))
    if (!isOwnHeader(name)) merged.set(name.toLowerCase(), [name, value]);
  return Object.fromEntries(merged.values());
}

function substituteHeaders(headers: Record<string, string> = {}, fill: (text: string) => string) {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, fill(value)]));
}

/** One-click unsubscribe (RFC 8058): by POST, so that link scanners do not unsubscribe anyone. */
function unsubscribeHeaders({ subscriptions }: TrackingLinks): Record<string, string> {
  return {
    'List-Unsubscribe': `<${subscriptions}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

/** Tags that are replaced by the URL of the subscription page. */
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

/** The inside does not open another tag: each would be searched to the end of the line. */
const labelTag = /<%((?:(?!<%|%>).)*)%>/g;

type Linking = { shared: OutboundMessage['shared']; links: TrackingLinks; growth: TrackingGrowth };

function linkOf(isHtml: boolean, { subscriptions }: TrackingLinks) {
  const address = isHtml ? subscriptions.replaceAll('&', '&amp;') : subscriptions;
  const link = (label: string) => (isHtml ? `<a href="${address}">${label}</a>` : `${label}: ${address}`);
  return { address, link };
}

/** The content with its tags replaced by links. */
function withTags(isHtml: boolean, content: string, { shared, links, growth }: Linking): string {
  const { address, link } = linkOf(isHtml, links);
  let text = content;
  for (const tag of urlTags) text = growth.replaceTag(text, tag, address);
  for (const [tag, label] of Object.entries(linkTags)) text = growth.replaceTag(text, tag, link(label));
  const tag = shared.tracking_settings?.subscription_tracking?.substitution_tag;
  return tag ? growth.replaceTag(text, tag, address) : text;
}

/** The content with a link behind it, as it has none. */
function withDefaultLink(isHtml: boolean, text: string, { shared, links, growth }: Linking): string {
  const { subscription_tracking: settings } = shared.tracking_settings ?? {};
  const { address, link } = linkOf(isHtml, links);
  const label = isHtml ? (settings?.html ?? defaultFooter.html) : (settings?.text ?? defaultFooter.text);
  const footer = label.replaceAll(labelTag, (whole: string, inside: string) => {
    const replacement = isHtml ? link(inside.trim() || 'unsubscribe') : address;
    return growth.take(replacement.length - whole.length) ? replacement : whole;
  });
  return append(isHtml, text, footer);
}

/** Appends to the content, before </body> where the HTML has it. */
function append(isHtml: boolean, text: string, footer: string): string {
  if (footer === '') return text;
  if (!isHtml) return `${text}\n\n${footer}`;
  const end = text.search(/<\/body\s*>/i);
  return end === -1 ? text + footer : text.slice(0, end) + footer + text.slice(end);
}
