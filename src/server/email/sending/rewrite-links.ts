/** Click and open tracking: rewrites the links of a message and inserts the tracking pixel. Pure. */

import type { SendRequest } from '#api/email/message.ts';
import { attributeOf, readTag } from '#flow/handlebars/html-tags.ts';
import type { LinkPart, TrackingLinks } from '../tracking/signed-links.ts';
import type { TrackingGrowth } from './tracking-growth.ts';

type Campaign = NonNullable<NonNullable<SendRequest['tracking_settings']>['ganalytics']>;

export type TrackingOptions = {
  links: TrackingLinks;
  growth: TrackingGrowth;
  tracksClicks: boolean;
  tracksTextClicks: boolean;
  tracksOpens: boolean;
  /** The tag that the pixel replaces; null puts it at the end. */
  openTag: string | null;
  campaign: Campaign | null;
};

export function rewriteHtml(html: string, markUp: TrackingOptions): string {
  const rewritten = rewriteAnchors(html, markUp);
  return markUp.tracksOpens ? addPixel(rewritten, markUp) : rewritten;
}

function rewriteAnchors(html: string, markUp: TrackingOptions): string {
  const pieces: string[] = [];
  let index = 0;
  let done = 0;
  const replace = (start: number, end: number, by: string) => {
    pieces.push(html.slice(done, start), by);
    done = end;
  };
  // Looking at all tags takes fifty times as long.
  const anchor = /<a(?=[\s/>])/gi;
  for (let found = anchor.exec(html); found !== null; found = anchor.exec(html)) {
    if (isInTag(html, found.index)) continue;
    const tag = readTag(html, found.index);
    if (tag === null) continue;
    if (tag.end === null) break;
    anchor.lastIndex = tag.end;
    const untracked = attributeOf(tag, 'clicktracking');
    if (untracked?.value.toLowerCase() === 'off') {
      replace(untracked.nameStart - 1, untracked.end, '');
      continue;
    }
    const href = attributeOf(tag, 'href');
    if (href === undefined) continue;
    const target = trackedUrl(decodeHtml(href.value), markUp, markUp.tracksClicks, 'html', index);
    if (target === null) continue;
    const tracked = `"${encodeHtml(target)}"`;
    if (!markUp.growth.take(tracked.length - (href.end - href.start))) continue;
    replace(href.start, href.end, tracked);
    index += Number(markUp.tracksClicks);
  }
  return pieces.join('') + html.slice(done);
}

export function rewriteText(text: string, markUp: TrackingOptions): string {
  let index = 0;
  return text.replaceAll(/\bhttps?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)\]]/g, (url) => {
    const tracks = markUp.tracksClicks && markUp.tracksTextClicks;
    const target = trackedUrl(url, markUp, tracks, 'text', index);
    if (target === null || !markUp.growth.take(target.length - url.length)) return url;
    index += Number(tracks);
    return target;
  });
}

/** Whether the `<` stands in the value of an attribute: the tag that begins before it has not ended there. */
function isInTag(html: string, at: number): boolean {
  const before = html.lastIndexOf('<', at - 1);
  return at > 0 && before !== -1 && readTag(html.slice(before, at), 0)?.end === null;
}

/** Null for what is not a web URL, for our own subscription link, and where the message may not grow any more. */
function trackedUrl(
  url: string,
  { links, campaign, growth }: TrackingOptions,
  tracks: boolean,
  part: LinkPart,
  index: number,
): string | null {
  if (growth.isSpent || !/^https?:\/\//i.test(url) || !URL.canParse(url) || url === links.subscriptions)
    return null;
  const target = campaign === null ? url : withCampaign(url, campaign);
  return tracks ? links.click(target, index, part) : target;
}

function withCampaign(url: string, { enable: _, ...values }: Campaign): string {
  const target = new URL(url);
  for (const [name, value] of Object.entries(values)) if (value) target.searchParams.set(name, value);
  return target.href;
}

function addPixel(html: string, { links, openTag }: TrackingOptions): string {
  const pixel = `<img src="${encodeHtml(links.open)}" alt="" width="1" height="1" border="0">`;
  if (openTag !== null && html.includes(openTag)) return html.replace(openTag, () => pixel);
  const end = html.search(/<\/body\s*>/i);
  return end === -1 ? html + pixel : html.slice(0, end) + pixel + html.slice(end);
}

const entities: Readonly<Record<string, string>> = { amp: '&', quot: '"', lt: '<', gt: '>', '#39': "'" };

/** Decodes named and numeric character references: `&amp;`, `&#38;`, `&#x26;`. */
function decodeHtml(text: string): string {
  return text.trim().replaceAll(/&(#x[\da-f]{1,6}|#\d{1,7}|\w+);/gi, (whole, name: string) => {
    const known = entities[name.toLowerCase()];
    if (known !== undefined) return known;
    const hex = /^#x/i.test(name);
    const code = name.startsWith('#') ? Number.parseInt(name.slice(hex ? 2 : 1), hex ? 16 : 10) : Number.NaN;
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

function encodeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
}
