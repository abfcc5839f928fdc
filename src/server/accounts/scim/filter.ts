/**
 * Filters of lists, and paths of PATCH (RFC 7644, 3.4.2.2 and 3.5.2), as far as identity providers send them: attributes that
 * equal a value, joined by `and`. Read from left to right by one pattern, so the work grows with the length alone.
 */

import { invalidFilter, invalidPath } from './errors.ts';

export type Condition = { attribute: string; value: string | boolean };

const maxFilterLength = 1_000;
const maxConditions = 5;

/** A value in a JSON text. */
const text = '"(?:[^"\\\\\\p{Cc}]|\\\\["\\\\/bfnrt]|\\\\u[0-9a-fA-F]{4})*"';
/** `members[value eq "…"]` is `members.value eq "…"`. */
const selector = new RegExp(`^([a-z]+)\\[\\s*value\\s+eq\\s+(${text})\\s*\\]`, 'iu');
const name =
  '(?:urn:[\\w.:-]+:)?([a-z][\\w$-]*)(?:\\[\\s*type\\s+eq\\s+"\\w{1,20}"\\s*\\])?(\\.[a-z][\\w$-]*)?';
const comparison = new RegExp(`^${name}\\s+eq\\s+(${text}|true|false)`, 'iu');
const attributePath = new RegExp(`^${name}$`, 'iu');
const wholeSelector = new RegExp(`${selector.source}$`, 'iu');

/**
 * The conditions of a filter, with attributes in lower case and without URN.
 *
 * @throws Refusal invalidFilter for what is none, or has more than is supported
 */
export function parseFilter(filter: string): Condition[] {
  if (filter.length > maxFilterLength) throw invalidFilter(`it is longer than ${maxFilterLength} characters`);
  const conditions: Condition[] = [];
  let rest = filter.trim();
  for (;;) {
    const selected = selector.exec(rest);
    const compared = selected === null ? comparison.exec(rest) : null;
    const [whole, attribute, value] =
      selected !== null
        ? [selected[0], `${selected[1]}.value`, selected[2]]
        : [compared?.[0], `${compared?.[1]}${compared?.[2] ?? ''}`, compared?.[3]];
    if (whole === undefined || value === undefined || conditions.length === maxConditions)
      throw invalidFilter(`only up to ${maxConditions} comparisons by eq, joined by and`);
    conditions.push({ attribute: attribute.toLowerCase(), value: literalValue(value) });
    rest = rest.slice(whole.length);
    if (rest === '') return conditions;
    const [and] = /^\s+and\s+/i.exec(rest) ?? [];
    if (and === undefined) throw invalidFilter('comparisons are joined by and');
    rest = rest.slice(and.length);
  }
}

function literalValue(literal: string): string | boolean {
  if (!literal.startsWith('"')) return literal.toLowerCase() === 'true';
  const value = JSON.parse(literal) as string;
  // No stored text has one, and PostgreSQL refuses to compare with it.
  if (/\p{Cc}/u.test(value)) throw invalidFilter('it has control characters');
  return value;
}

/** Where a change applies: an attribute in lower case, and for `members[value eq "…"]` which value of it. */
export type ChangePath = { attribute: string; value: string | null };

/** @throws Refusal invalidPath */
export function parsePath(path: string): ChangePath {
  const selected = wholeSelector.exec(path);
  if (selected !== null)
    return { attribute: String(selected[1]).toLowerCase(), value: String(literalValue(String(selected[2]))) };
  const found = attributePath.exec(path);
  if (found === null) throw invalidPath(path);
  return { attribute: `${found[1]}${found[2] ?? ''}`.toLowerCase(), value: null };
}
