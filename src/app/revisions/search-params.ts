/** Search parameters of the history page: the revision that is shown, or the two that are compared. */

type Comparison = { from: number; to: number };

/** `compare` is written as `3..5`: from revision 3 to revision 5, which is drawn. It goes before `revision`. */
export type HistorySearch = { revision?: number; compare?: string; layout?: true };

export function readHistorySearch({ revision, compare, layout }: Record<string, unknown>): HistorySearch {
  return {
    ...(isRevision(revision) && { revision }),
    ...(typeof compare === 'string' && readComparison(compare) !== null && { compare }),
    ...(layout === true && { layout }),
  };
}

/** Null for a text that names no two revisions. */
export function readComparison(text: string | undefined): Comparison | null {
  const [, from, to] = /^([1-9]\d{0,8})\.\.([1-9]\d{0,8})$/.exec(text ?? '') ?? [];
  return from === undefined || to === undefined || from === to
    ? null
    : { from: Number(from), to: Number(to) };
}

/** The comparison of two revisions as the address has it: from the older to the newer. */
export function comparisonOf(one: number, other: number): string {
  return `${Math.min(one, other)}..${Math.max(one, other)}`;
}

/** What the page shows: a revision against the one before it (null for the first), or two that are compared. */
export type ShownRevisions = { from: number | null; to: number; isComparison: boolean };

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
