/**
 * What emails are searched by: a term for each whole address, each word of the recipient and of the subject, the template and
 * the categories. A term is a hash that begins with whose it is, so one index has them all (docs/decisions/094).
 */

import { hash } from 'node:crypto';
import { normalizeText } from '#flow/text/normalize-text.ts';
import type { Owner } from '../../platform/database/schema/email.ts';

export type TermScope = Owner & { direction: 'sent' | 'received' };

export type Searchable = {
  addresses: readonly string[];
  /** Their words are found, as those of the subject are. */
  recipients: readonly string[];
  subject: string;
  template?: string | undefined;
  categories?: readonly string[] | undefined;
};

/** Of one email. Later words of its subject are not found. */
const maxTerms = 40;
const maxWordLength = 40;
const maxScanned = 2_000;

const termLength = 16;

type TermKind = 'address' | 'word' | 'template' | 'category';

export function termOf({ account, region, direction }: TermScope, kind: TermKind, value: string): string {
  const key = JSON.stringify([account, region, direction, kind, value]);
  return hash('sha256', key, 'base64url').slice(0, termLength);
}

/** The terms of an email, each once. */
export function termsOfEmail(
  scope: TermScope,
  { addresses, recipients, subject, template, categories = [] }: Searchable,
): string[] {
  const terms = [
    ...addresses.map((each) => termOf(scope, 'address', normalized(each))),
    ...(template === undefined ? [] : [termOf(scope, 'template', template)]),
    ...categories.map((each) => termOf(scope, 'category', each)),
    ...[...recipients, subject].flatMap(wordsOf).map((each) => termOf(scope, 'word', each)),
  ];
  return [...new Set(terms)].slice(0, maxTerms);
}

/** What emails are found by that have this address. */
export function addressTerm(scope: TermScope, address: string): string {
  return termOf(scope, 'address', normalized(address.trim()));
}

/** What a person typed, as terms that must all occur: whole addresses and whole words. */
export function termsOfQuery(scope: TermScope, text: string): string[] {
  const terms = text
    .slice(0, maxScanned)
    .split(/\s+/)
    .flatMap((part) =>
      /^[^@\s]+@[^@\s]+$/.test(part)
        ? [termOf(scope, 'address', normalized(part))]
        : wordsOf(part).map((word) => termOf(scope, 'word', word)),
    );
  return [...new Set(terms)].slice(0, maxQueryTerms);
}

/** The terms of all whole words of a text. */
export const termsOfWords = (scope: TermScope, text: string): string[] => [
  ...new Set(wordsOf(text).map((word) => termOf(scope, 'word', word))),
];

/** More words than this hardly find less. */
const maxQueryTerms = 8;

const normalized = (text: string) => normalizeText(text, 'NFKC').toLowerCase();

function wordsOf(text: string): string[] {
  const words = normalized(text.slice(0, maxScanned)).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return words.map((word) => word.slice(0, maxWordLength));
}

/** As a column of the email has them, so that they can be deleted with it. */
export const joinTerms = (terms: readonly string[]): string => terms.join('');

export function splitTerms(terms: string): string[] {
  return terms.match(new RegExp(`.{${termLength}}`, 'g')) ?? [];
}
