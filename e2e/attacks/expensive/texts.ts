/** The worst texts for whatever reads them: what repeats, what is opened and never closed, what looks like the beginning of much. */

/** Repeated up to a size; `end` is what makes the whole of it fail, where something tries in vain. */
type Kind = { name: string; unit: string; begin?: string; end?: string };

export const kinds: readonly Kind[] = [
  { name: 'letters', unit: 'a' },
  { name: 'digits', unit: '1' },
  { name: 'spaces', unit: ' ', end: 'x' },
  { name: 'dots', unit: 'a.' },
  { name: 'hyphens', unit: '-' },
  { name: 'commas', unit: 'a,' },
  { name: 'semicolons', unit: ';' },
  { name: 'line feeds', unit: 'a\n' },
  { name: 'carriage returns', unit: 'a\r' },
  { name: 'tabs', unit: '\t' },
  { name: 'NUL', unit: '\0' },
  { name: 'quotes', unit: '"' },
  { name: 'backslashes', unit: '\\', end: '"' },
  { name: 'slashes', unit: '/' },
  { name: 'percent signs', unit: '%' },
  { name: 'patterns of LIKE', unit: '%a_%', end: 'x' },
  { name: 'encoded signs', unit: '%25' },
  { name: 'parentheses', unit: '(' },
  { name: 'brackets', unit: '[' },
  { name: 'braces', unit: '{' },
  { name: 'JSON in JSON', unit: '{"a":' },
  { name: 'many numbers', unit: '0,', begin: '[', end: '0]' },
  { name: 'many keys', unit: '"a":0,', begin: '{', end: '"b":0}' },
  { name: 'tags of templates', unit: '{{a}}' },
  { name: 'filters of templates', unit: ' | append: a', begin: '{{ a', end: ' }}' },
  { name: 'loops of templates', unit: '{% for a in (1..15) %}' },
  { name: 'blocks of templates', unit: '{{#each a}}' },
  { name: 'open tags', unit: '<a ' },
  { name: 'elements', unit: '<b>' },
  { name: 'comments', unit: '<!--' },
  { name: 'entities', unit: '&amp;' },
  { name: 'addresses', unit: 'a@b.example,' },
  { name: 'at signs', unit: '@' },
  { name: 'encoded words', unit: '=?utf-8?q?=41?= ' },
  { name: 'combining accents', unit: '\u0301', begin: 'a' },
  { name: 'pairs of surrogates', unit: '\u{1F9F5}' },
  { name: 'dotted capital I', unit: '\u0130' },
  { name: 'ligatures that unfold', unit: '\uFDFA' },
  { name: 'writing from the right', unit: '\u202E\u05D0' },
  { name: 'repetitions in repetitions', unit: '(a+)+', end: '$' },
  { name: 'URLs', unit: 'http://a.example/?a=' },
  { name: 'fields', unit: 'a=1&' },
  { name: 'conditions', unit: 'subject LIKE "%a%" OR ', end: 'subject = "a"' },
  { name: 'filters of directories', unit: 'userName eq "a" or ', end: 'userName eq "a"' },
  { name: 'rows of CSV', unit: '"a","b"\r' },
  { name: 'aliases of YAML', unit: '*a,', begin: 'a: &a [x]\nb: [', end: '*a]' },
  { name: 'nested lists of YAML', unit: '- ' },
  { name: 'base64', unit: 'AAAA' },
  { name: 'times', unit: '2026-11-01T00:00:00Z,' },
  { name: 'numbers with exponents', unit: '9', begin: '1e' },
];

export function textOf({ unit, begin = '', end = '' }: Kind, bytes: number): string {
  const room = bytes - Buffer.byteLength(begin) - Buffer.byteLength(end);
  return begin + unit.repeat(Math.max(1, Math.floor(room / Buffer.byteLength(unit)))) + end;
}

/** As long as may be where its characters are escaped in a form or an address. */
export function escapedTextOf(kind: Kind, bytes: number): string {
  const size = (text: string) => encodeURIComponent(text).length;
  const longest = textOf(kind, bytes);
  return size(longest) <= bytes
    ? longest
    : textOf(kind, Math.floor(bytes * (longest.length / size(longest))));
}
