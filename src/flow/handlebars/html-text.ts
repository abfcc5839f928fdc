/** The plain text of an HTML email, for who reads without HTML: paragraphs, list items and the addresses of links. */

import { attributeOf, type HtmlTag, readTag } from './html-tags.ts';

/** Elements whose content is no text. */
const hidden = new Set(['style', 'script', 'head', 'title', 'template']);
/** Elements that begin and end a line; two line ends before paragraphs. */
const blocks = new Set('div table tr ul ol li section article header footer main form hr'.split(' '));
const paragraphs = new Set('p h1 h2 h3 h4 h5 h6 blockquote pre'.split(' '));

const entities: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', copy: '\u00a9', reg: '\u00ae' },
  ...{ ndash: '\u2013', mdash: '\u2014', hellip: '\u2026', euro: '\u20ac', lsquo: '\u2018', rsquo: '\u2019' },
  ...{ ldquo: '\u201c', rdquo: '\u201d', bull: '\u2022', middot: '\u00b7', zwnj: '', shy: '' },
};

/** What is no HTML stays as it is. Grows: n in text. */
export function textOfHtml(html: string): string {
  const pieces: string[] = [];
  let skipping = '';
  let link: { href: string; start: number } | null = null;
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf('<', at);
    const text = open === -1 ? html.slice(at) : html.slice(at, open);
    if (skipping === '' && text !== '') pieces.push(decode(text).replaceAll(/[ \t\r\n\f]+/g, ' '));
    if (open === -1) break;
    const isComment = html.startsWith('<!--', open);
    const tag = isComment ? null : readTag(html, open);
    const close = tag === null ? endOf(html, open, isComment) : tag.end;
    if (close === null) break;
    at = close;
    const [, slash = '', name = ''] = /^(\/?)([a-z][a-z0-9]*)/.exec(tag?.name ?? '') ?? [];
    if (skipping !== '') {
      if (slash !== '' && name === skipping) skipping = '';
      continue;
    }
    if (slash === '' && hidden.has(name) && html.charAt(close - 2) !== '/') skipping = name;
    else if (name === 'br') pieces.push('\n');
    else if (paragraphs.has(name)) pieces.push('\n\n');
    else if (blocks.has(name)) pieces.push(name === 'li' && slash === '' ? '\n* ' : '\n');
    else if (name === 'td' || name === 'th') pieces.push(' ');
    else if (name === 'img' && slash === '') pieces.push(textOfAttribute(tag, 'alt'));
    else if (name === 'a' && slash === '')
      link = { href: textOfAttribute(tag, 'href'), start: pieces.length };
    else if (name === 'a' && link !== null) {
      const label = pieces.slice(link.start).join('').trim();
      if (/^https?:|^mailto:/i.test(link.href) && !link.href.endsWith(label)) pieces.push(` (${link.href})`);
      link = null;
    }
  }
  return (
    pieces
      .join('')
      // One space at most first: a pattern that begins with any number of them looks at each run again from each of its spaces.
      .replaceAll(/ {2,}/g, ' ')
      .replaceAll(/ ?\n ?/g, '\n')
      .replaceAll(/\n{3,}/g, '\n\n')
      .trim()
  );
}

/** Where what is no tag ends: a comment, or something between angle brackets; null where it does not. */
function endOf(html: string, open: number, isComment: boolean): number | null {
  const close = html.indexOf(isComment ? '-->' : '>', open);
  return close === -1 ? null : close + (isComment ? 3 : 1);
}

function textOfAttribute(tag: HtmlTag | null, name: string): string {
  return decode((tag && attributeOf(tag, name)?.value) ?? '');
}

function decode(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return entities[String(name).toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
      ? String.fromCodePoint(code)
      : whole;
  });
}
