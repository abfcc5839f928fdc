/** Search parameters of the history page: the revision that is shown, or the two that are compared. */

import { revisionSources } from '#api/flows/revision-sources.ts';
import type { HistoryFilters } from '../client/history.ts';

/** `to` is the later revision, or the working copy. */
type Comparison = { from: number; to: number | 'working' };

/**
 * `compare` is written as `3..5`, from revision 3 to revision 5, which is drawn, or `3..working`, from revision 3 to the
 * working copy. It goes before `revision`. Left out, `view` is the canvas. With `list` the page has the edits instead of
 * the revisions, and shows what those of `edits` changed, written as `118..123`. The rest are the filters of the list.
 */
export type HistorySearch = {
  revision?: number;
  compare?: string;
  list?: 'edits';
  edits?: string;
  layout?: true;
  view?: 'list' | 'json';
} & HistoryFilters;

export function readHistorySearch(search: Record<string, unknown>): HistorySearch {
  const { revision, compare, list, edits, layout, view } = search;
  return {
    ...(isRevision(revision) && { revision }),
    ...(typeof compare === 'string' && readComparison(compare) !== null && { compare }),
    ...(list === 'edits' && { list }),
    ...(typeof edits === 'string' && readEditRange(edits) !== null && { edits }),
    ...(layout === true && { layout }),
    ...((view === 'list' || view === 'json') && { view }),
    ...readFilters(search),
  };
}

/** What cannot be a filter is left out, so that no address leads to a refused request. */
export function readFilters({
  status,
  author,
  source,
  q,
  from,
  to,
}: Record<string, unknown>): HistoryFilters {
  const text = typeof q === 'number' ? String(q) : q;
  const known = revisionSources.find((each) => each === source);
  return {
    ...((status === 'draft' || status === 'published') && { status }),
    ...(typeof author === 'string' && /^(US|SK)[0-9a-f]{32}$/i.test(author) && { author }),
    ...(known !== undefined && { source: known }),
    ...(typeof text === 'string' && text.trim() !== '' && { q: text.slice(0, 200) }),
    ...(isDay(from) && { from }),
    ...(isDay(to) && { to }),
  };
}

function isDay(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value));
}

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

function isRevision(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0;
}
