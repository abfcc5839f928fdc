/** Whether an email is what a query asks for, and which terms of the index its candidates must have. */

import { normalizeText } from '#flow/text/normalize-text.ts';
import { type TermScope, termOf, termsOfWords } from '../search/terms.ts';
import type { Condition, Query } from './query.ts';

/** What is known of an email to one recipient. Times are Unix seconds. */
export type Facts = {
  msg_id: string;
  from_email: string;
  to_email: string;
  subject: string;
  /** The documented status, and the more precise one. */
  status: readonly string[];
  template_id: string | null;
  template_name: string | null;
  categories: readonly string[];
  events: readonly string[];
  unique_args: Readonly<Record<string, string>>;
  clicks: number;
  opens: number;
  last_event_time: number;
  unsubscribe_group_id: number | null;
};

/** Steps that patterns took. */
export type Cost = { steps: number };

export function matches(query: Query, facts: Facts, cost: Cost): boolean {
  if ('and' in query) return query.and.every((each) => matches(each, facts, cost));
  if ('or' in query) return query.or.some((each) => matches(each, facts, cost));
  if ('not' in query) return !matches(query.not, facts, cost);
  return holds(query, facts, cost);
}

function holds({ field, argument, operator, value }: Condition, facts: Facts, cost: Cost): boolean {
  const known = argument === undefined ? facts[field] : (ownValue(facts.unique_args, argument) ?? null);
  const values = [known].flat().filter((each) => each !== null);
  switch (operator) {
    case 'null':
      return values.length === 0;
    case '=':
      return values.includes(value);
    case 'like':
      return values.some((each) => isLike(String(each), String(value), cost));
    default:
      return values.some((each) => isInOrder(Number(each), operator, Number(value)));
  }
}

const ownValue = (values: Readonly<Record<string, string>>, name: string) =>
  Object.hasOwn(values, name) ? values[name] : undefined;

function isInOrder(known: number, operator: '<' | '<=' | '>' | '>=', value: number): boolean {
  if (operator.startsWith('<') && known < value) return true;
  if (operator.startsWith('>') && known > value) return true;
  return operator.endsWith('=') && known === value;
}

/** Longer texts are compared up to here. */
const maxCompared = 2_000;

/** LIKE of SQL: `%` is any text, `_` any character, a backslash takes away their meaning. */
export function isLike(text: string, pattern: string, cost: Cost): boolean {
  const parts = pattern.match(/\\[%_\\]|./gsu) ?? [];
  const isCharacter = (part: string, character = '') =>
    part === '_' || (part.length === 2 && part.startsWith('\\') ? part[1] : part) === character;
  const characters = [...text.slice(0, maxCompared)];
  let at = 0;
  let part = 0;
  // Where to go on when what follows the last `%` does not fit: one character later.
  let retry: { at: number; part: number } | null = null;
  while (at < characters.length) {
    cost.steps += 1;
    const wanted = parts[part];
    if (wanted === '%') {
      retry = { at, part: part + 1 };
      part += 1;
    } else if (wanted !== undefined && isCharacter(wanted, characters[at])) {
      at += 1;
      part += 1;
    } else if (retry !== null) {
      retry.at += 1;
      at = retry.at;
      part = retry.part;
    } else return false;
  }
  return parts.slice(part).every((each) => each === '%');
}

/** One way to candidates: an id, or terms that must all occur. */
export type Access = { id: string } | { terms: string[] };

/** More ways than this are no faster than to look at all. */
const maxWays = 10;

/** Ways that together lead to every email that the query can match; null where only a look at all does. */
export function accessOf(query: Query, scope: TermScope): Access[] | null {
  if ('not' in query) return null;
  if ('or' in query) {
    const ways = query.or.map((each) => accessOf(each, scope));
    const all = ways.flatMap((each) => each ?? []);
    return ways.includes(null) || all.length > maxWays ? null : all;
  }
  if (!('and' in query)) return accessOfCondition(query, scope);
  const known = query.and.flatMap((each) => {
    const ways = accessOf(each, scope);
    return ways === null ? [] : [ways];
  });
  const [least = null, ...others] = known.sort((a, b) => rank(a) - rank(b));
  if (least === null || least.some((way) => 'id' in way)) return least;
  return others.reduce((ways, more) => bothOf(ways, more) ?? ways, least);
}

const rank = (ways: Access[]) => ways.length + (ways.some((way) => 'id' in way) ? 0 : 0.5);

function bothOf(ways: Access[], more: Access[]): Access[] | null {
  if (ways.length * more.length > maxWays) return null;
  const both = ways.flatMap((way) =>
    more.map((other) =>
      'terms' in way && 'terms' in other ? { terms: [...new Set([...way.terms, ...other.terms])] } : way,
    ),
  );
  return both.every((way) => !('terms' in way) || way.terms.length <= maxTermsOfWay) ? both : null;
}

const maxTermsOfWay = 8;

function accessOfCondition({ field, operator, value }: Condition, scope: TermScope): Access[] | null {
  const text = String(value);
  if (operator !== '=' && operator !== 'like') return null;
  if (field === 'msg_id') {
    // The id from the response to a request is the beginning of it.
    const [, begun] = /^([\w-]{22}(?:\.\d{1,4})?)(?:\.?%)?$/.exec(text.replaceAll('\\_', '_')) ?? [];
    const id = operator === '=' ? text : begun;
    return id === undefined ? null : [{ id }];
  }
  const terms = operator === '=' ? termsOfValue(field, text, scope) : termsOfPattern(field, text, scope);
  return terms.length === 0 ? null : [{ terms }];
}

/** Of a long subject only the first words are in the index. */
const maxWords = 4;

function termsOfValue(field: Condition['field'], text: string, scope: TermScope): string[] {
  switch (field) {
    case 'from_email':
    case 'to_email':
      return [termOf(scope, 'address', normalizeText(text, 'NFKC').toLowerCase())];
    case 'template_id':
      return [termOf(scope, 'template', text)];
    case 'categories':
      return [termOf(scope, 'category', text)];
    case 'subject':
      return termsOfWords(scope, text).slice(0, maxWords);
    default:
      return [];
  }
}

/** Of the recipient and the subject the words that a pattern has as whole words, outside of what may be anything. */
function termsOfPattern(field: Condition['field'], pattern: string, scope: TermScope): string[] {
  if ((field !== 'to_email' && field !== 'subject') || /[\\_]/.test(pattern)) return [];
  const texts = pattern.split('%').map((each, at, all) => {
    const begun = at === 0 ? each : each.replace(/^[\p{L}\p{M}\p{N}]+/u, '');
    return at === all.length - 1 ? begun : begun.replace(/[\p{L}\p{M}\p{N}]+$/u, '');
  });
  return termsOfWords(scope, texts.join(' ')).slice(0, maxWords);
}

/** The times between which the last event of every match is, in Unix seconds. */
export function timesOf(query: Query): { from: number; to: number } {
  const all = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };
  if ('and' in query) {
    return query.and
      .map(timesOf)
      .reduce((a, b) => ({ from: Math.max(a.from, b.from), to: Math.min(a.to, b.to) }), all);
  }
  if ('or' in query || 'not' in query || query.field !== 'last_event_time') return all;
  const time = Number(query.value);
  if (query.operator === '=') return { from: time, to: time };
  return query.operator.startsWith('<') ? { ...all, to: time } : { ...all, from: time };
}
