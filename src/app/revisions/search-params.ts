/** Search parameters of the history page: the revision that is shown, or the two that are compared. */

import { revisionSources } from '#api/flows/revision-sources.ts';
import { day, isTrue, matching, oneOf, ordinal, searchReader, text } from '../ui/search-params.ts';

/** `to` is the later revision, or the working copy. */
type Comparison = { from: number; to: number | 'working' };

/** What cannot be a filter is left out, so that no address leads to a refused request. */
const filters = {
  status: oneOf(['draft', 'published']),
  author: matching(/^(US|SK)[0-9a-f]{32}$/i),
  source: oneOf(revisionSources),
  q: text(200),
  ...{ from: day, to: day },
};

export const readFilters = searchReader(filters);

/** A text of which something can be read. */
const textFor = (read: (text: string) => object | null) => (parameter: unknown) =>
  typeof parameter === 'string' && read(parameter) !== null ? parameter : undefined;

/**
 * `compare` is written as `3..5`, from revision 3 to revision 5, which is drawn, or `3..working`, from revision 3 to the
 * working copy. It goes before `revision`. Left out, `view` is the canvas. With `list` the page has the edits instead of
 * the revisions, and shows what those of `edits` changed, written as `118..123`. The rest are the filters of the list.
 */
export type HistorySearch = ReturnType<typeof readHistorySearch>;

export const readHistorySearch = searchReader({
  revision: ordinal,
  compare: textFor(readComparison),
  list: oneOf(['edits']),
  edits: textFor(readEditRange),
  layout: isTrue,
  view: oneOf(['list', 'json']),
  ...filters,
});

/** Null for a text that names no two revisions. */
export function readComparison(text: string | undefined): Comparison | null {
  const [, from, to] = /^([1-9]\d{0,8})\.\.([1-9]\d{0,8}|working)$/.exec(text ?? '') ?? [];
  if (from === undefined || to === undefined || from === to) return null;
  return { from: Number(from), to: to === 'working' ? to : Number(to) };
}

/** Numbers of the first and the last of some edits. */
export type EditRange = { first: number; last: number };

/** Null for a text that names no edits. */
export function readEditRange(text: string | undefined): EditRange | null {
  const [, from, to] = /^([1-9]\d{0,8})\.\.([1-9]\d{0,8})$/.exec(text ?? '') ?? [];
  const [first, last] = [Number(from), Number(to)];
  return first <= last ? { first, last } : null;
}

/** A comparison as the address has it: from the older revision to the newer one, or to the working copy. */
export function comparisonOf(one: number | 'working', other: number | 'working'): string {
  if (one === 'working') return `${other}..working`;
  if (other === 'working') return `${one}..working`;
  return `${Math.min(one, other)}..${Math.max(one, other)}`;
}

/** What the page shows: a revision against the one before it (null for the first), or two that are compared. */
export type ShownRevisions = { from: number | null; to: number | 'working'; isComparison: boolean };

/** What the address names, otherwise the newest revision; null while that is not known. */
export function shownRevisions(
  { revision, compare }: HistorySearch,
  newest: number | null,
): ShownRevisions | null {
  const compared = readComparison(compare);
  if (compared !== null) return { ...compared, isComparison: true };
  const to = revision ?? newest;
  return to === null ? null : { from: to > 1 ? to - 1 : null, to, isComparison: false };
}
