/** Which rows the list of flows shows, and in which order. Pure. */

import type { FlowSummary } from '#api/flows/resources.ts';
import type { FlowFilter, FlowSort } from './search-params.ts';

/** A flow of the server, or a draft that only this device has. */
export type Row =
  | { kind: 'server'; id: string; name: string; description: string; updated: number; flow: FlowSummary }
  | { kind: 'local'; id: string; name: string; description: string; updated: number };

export type LocalDraft = { id: string; name: string; description: string; at: number };

export function rowsOf(flows: readonly FlowSummary[], locals: readonly LocalDraft[]): Row[] {
  return [
    ...locals.map(
      ({ id, name, description, at }): Row => ({ kind: 'local', id, name, description, updated: at }),
    ),
    ...flows.map(
      (flow): Row => ({
        kind: 'server',
        id: flow.sid,
        name: flow.friendly_name,
        description: flow.description,
        updated: Date.parse(flow.date_updated),
        flow,
      }),
    ),
  ];
}

/** Every word of `search` must occur in the name, the description or the SID; case does not matter. */
export function searchRows(rows: readonly Row[], search: string): Row[] {
  const words = search.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter(({ id, name, description }) => {
    const text = `${name}\n${description}\n${id}`.toLocaleLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** A local draft is a draft whose errors keep it from the server. */
export function isShown(row: Row, show: FlowFilter): boolean {
  switch (show) {
    case 'all':
      return true;
    case 'published':
      return row.kind === 'server' && row.flow.published_revision !== null;
    case 'drafts':
      return row.kind === 'local' || row.flow.status === 'draft';
    case 'errors':
      return row.kind === 'local' || row.flow.errors > 0;
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
