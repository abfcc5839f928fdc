/** Parses header fields with parameters, as Content-Type and Content-Disposition have them (RFC 2045, section 5.1; RFC 2231). */

import { decodeText } from './charset.ts';
import { readText } from './header-fields.ts';
import { mimeLimits } from './limits.ts';
import { hexByte } from './transfer-encoding.ts';

const percent = 0x25;

/** `value` is in lower case. `parameter` gives the value of the one with that name (lower case), '' where there is none. */
export type ParameterizedValue = { value: string; parameter(name: string): string };

/** Parses a field value. Of parameters of the same name the first one counts. */
export function parseParameters(text: string): ParameterizedValue {
  const [value = '', ...rest] = splitOutsideQuotes(withoutComments(text.slice(0, mimeLimits.fieldLength)));
  const sections = new Map<string, Section[]>();
  for (const each of rest) {
    const equals = each.indexOf('=');
    if (equals === -1) continue;
    const [, name = '', number = '0', star = ''] =
      /^([^*]+)(?:\*(\d{1,3}))?(\*?)$/.exec(each.slice(0, equals).trim().toLowerCase()) ?? [];
    if (name === '') continue;
    const isPlain = number === '0' && star === '' && !each.slice(0, equals).includes('*');
    const text = unquoted(each.slice(equals + 1));
    const section = { number: Number(number), isExtended: star !== '', isPlain, text };
    const known = sections.get(name);
    if (known === undefined) sections.set(name, [section]);
    else known.push(section);
  }
  return { value: value.trim().toLowerCase(), parameter: (name) => join(sections.get(name) ?? []) };
}

/** One parameter of the text; several with numbers are one value that was divided. */
type Section = { number: number; isExtended: boolean; isPlain: boolean; text: string };

/** The form of RFC 2231 takes precedence, as a plain one next to it is for programs that do not know it. */
function join(all: readonly Section[]): string {
  const plain = all.find(({ isPlain }) => isPlain);
  const sections = all.filter(({ isPlain }) => !isPlain).sort((a, b) => a.number - b.number);
  const [first] = sections;
  if (first === undefined || first.number !== 0) return readText(plain?.text ?? '');
  const [, charset = '', value = first.text] = first.isExtended
    ? (/^([^']*)'[^']*'(.*)$/s.exec(first.text) ?? [])
    : [];
  const bytes = sections
    .filter(({ number }, index) => number === index)
    .map(({ isExtended, text }, index) => {
      const content = index === 0 ? value : text;
      return isExtended ? percentDecoded(content) : Buffer.from(content);
    });
  return decodeText(Buffer.concat(bytes), charset || 'utf-8');
}

function percentDecoded(text: string): Buffer {
  const bytes = Buffer.from(text);
  let length = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const escaped = bytes[at] === percent ? hexByte(bytes[at + 1], bytes[at + 2]) : null;
    bytes[length] = escaped ?? bytes[at] ?? 0;
    length += 1;
    if (escaped !== null) at += 2;
  }
  return bytes.subarray(0, length);
}

function unquoted(text: string): string {
  const value = text.trim();
  if (!value.startsWith('"')) return value;
  let inside = '';
  for (let at = 1; at < value.length && value[at] !== '"'; at += 1) {
    if (value[at] === '\\') at += 1;
    inside += value.charAt(at);
  }
  return inside;
}

/** The value, and the parameters between semicolons that are in no quoted string. */
function splitOutsideQuotes(text: string): string[] {
  const parts: string[] = [];
  let start = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length && parts.length <= mimeLimits.parameters; at += 1) {
    const letter = text[at];
    if (letter === '\\' && isQuoted) at += 1;
    else if (letter === '"') isQuoted = !isQuoted;
    else if (letter === ';' && !isQuoted) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return parts.length > mimeLimits.parameters ? parts : [...parts, text.slice(start)];
}

/**
 * Comments in parentheses (RFC 5322, section 3.2.2) may be nested, and in quotes they are none. In the value of a parameter parentheses
 * are part of it where no blank is before them: some programs forget the quotes around a boundary.
 */
function withoutComments(text: string): string {
  if (!text.includes('(')) return text;
  let kept = '';
  let depth = 0;
  let isQuoted = false;
  /** A value has begun without quotes. */
  let isInValue = false;
  let before = '';
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charAt(at);
    if (depth === 0 && !isQuoted) {
      if (/[;\s"]/.test(letter)) isInValue = false;
      else if (before === '=' && letter !== '(') isInValue = true;
      before = letter;
    }
    if (letter === '\\' && (isQuoted || depth > 0)) {
      if (depth === 0) kept += text.slice(at, at + 2);
      at += 1;
      continue;
    }
    if (depth === 0 && letter === '"') isQuoted = !isQuoted;
    if (!isQuoted && letter === '(' && !(depth === 0 && isInValue)) depth += 1;
    else if (!isQuoted && letter === ')' && depth > 0) depth -= 1;
    else if (depth === 0) kept += letter;
  }
  return depth === 0 ? kept : text;
}
