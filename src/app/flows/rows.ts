/** Which rows the list of flows shows, and in which order. Pure. */

import type { FlowSummary } from '#api/flows/schemas.ts';
import { matchWords } from '#flow/search/match-words.ts';
import { hasTags } from '../flow-actions/count-tags.ts';
import type { FlowFilter, FlowSort } from './search-params.ts';

/** A flow of the server, or a draft that only this device has. */
export type Row = {
  id: string;
  name: string;
  description: string;
  tags: readonly string[];
  updated: number;
} & ({ kind: 'server'; flow: FlowSummary } | { kind: 'local' });

export type LocalDraft = { id: string; name: string; description: string; at: number };

export function rowsOf(flows: readonly FlowSummary[], locals: readonly LocalDraft[]): Row[] {
  return [
    ...locals.map(
      ({ id, name, description, at }): Row => ({
        kind: 'local',
        id,
        name,
        description,
        tags: [],
        updated: at,
      }),
    ),
    ...flows.map(
      (flow): Row => ({
        kind: 'server',
        id: flow.sid,
        name: flow.friendly_name,
        description: flow.description,
        tags: flow.tags,
        updated: Date.parse(flow.date_updated),
        flow,
      }),
    ),
  ];
}

/** Those in whose name, tags, description or SID every word of `search` occurs, in any order and nearly as it is spelt. */
export function searchRows(rows: readonly Row[], search: string): Row[] {
  if (search.trim() === '') return [...rows];
  const ranked = rows.map((row) => ({
    row,
    rank: matchWords(search, [row.name, ...row.tags, row.description, row.id].join('\n')),
  }));
  // What is spelt as it was typed leaves out what is only similar to it.
  const isSpelt = ranked.some(({ rank }) => rank !== null && rank <= 1);
  return ranked.flatMap(({ row, rank }) => (rank === null || (isSpelt && rank > 1) ? [] : [row]));
}

/** Those with all of the tags, given by their keys. */
export function taggedRows(rows: readonly Row[], tags: readonly string[]): Row[] {
  return rows.filter((row) => hasTags(row.tags, tags));
}

/** A local draft is a draft whose errors keep it from the server. */
export function isShown(row: Row, show: FlowFilter): boolean {
  switch (show) {
    case 'all':
      return true;
    case 'draft':
      return row.kind === 'local' || row.flow.state === show;
    case 'published':
    case 'changed':
      return row.kind === 'server' && row.flow.state === show;
    case 'errors':
      return row.kind === 'local' || (row.flow.errors ?? 0) > 0;
  }
}

/** Sorted copy; equal rows keep the order of the server. */
export function sortRows(rows: readonly Row[], sort: FlowSort): Row[] {
  const active = (row: Row) => (row.kind === 'server' ? row.flow.active_executions : 0);
  const orders: Record<FlowSort, (a: Row, b: Row) => number> = {
    updated: (a, b) => b.updated - a.updated,
    name: (a, b) => a.name.localeCompare(b.name, undefined, { numeric: true, sensitivity: 'base' }),
    active: (a, b) => active(b) - active(a),
  };
  return rows.toSorted(orders[sort]);
}
