/** Service function of the search over all flows: it reads flow by flow, and ends before it becomes long. */

import type { FlowDefinition } from '#flow/definition.ts';
import { type SearchResult, searchFlow } from '#flow/search/search-flow.ts';
import type { SearchQuery } from '#flow/search/search-query.ts';
import { type Finding, stateIndex } from '#flow/validation/finding.ts';
import type { KeysetPageRequest } from '../../platform/database/keyset-pagination.ts';
import type { FlowRow, RevisionRow } from '../../platform/database/schema/tables.ts';
import { eventLoopTurn } from '../../platform/event-loop-turn.ts';
import type { Caller, ServiceContext } from '../../platform/service-context.ts';
import { findRevision } from '../revisions/store.ts';
import { listFlows } from '../store.ts';

/** Flows that one request reads, and characters of their definitions. */
export const maxSearchedFlows = 200;
const maxSearchedText = 4_000_000;
/** Flows that are listed at once. */
const batchSize = 50;

export type FoundInFlow = { flow: FlowRow; definition: FlowDefinition; results: SearchResult[] };

/** `end` is the SID of the last flow that was read, null when there is none after it. */
export type FlowSearchSlice = { rows: FoundInFlow[]; newer: false; older: boolean; end: string | null };

/** Flows in the order of their list in which the query finds something, at most `size`. */
export async function searchFlows(
  ctx: ServiceContext,
  caller: Caller,
  query: SearchQuery,
  { size, from }: KeysetPageRequest,
): Promise<FlowSearchSlice> {
  const rows: FoundInFlow[] = [];
  let position = from?.position ?? null;
  let searched = 0;
  let text = 0;
  for (;;) {
    const list = await listFlows(ctx.database.replica, caller.account, {
      size: batchSize,
      from: position === null ? null : { direction: 'older', position },
    });
    for (const [index, flow] of list.rows.entries()) {
      const revision = await findRevision(ctx.database.replica, flow.sid, flow.revision);
      position = flow.sid;
      searched += 1;
      text += revision?.definition.length ?? 0;
      const found = revision === undefined ? null : await searchRevision(flow, revision, query);
      if (found !== null) rows.push(found);
      const isEnough = rows.length >= size || searched >= maxSearchedFlows || text >= maxSearchedText;
      const hasMore = list.older || index < list.rows.length - 1;
      if (isEnough && hasMore) return { rows, newer: false, older: true, end: position };
    }
    if (!list.older) return { rows, newer: false, older: false, end: null };
  }
}

/** Null when nothing is found. The findings are those that were stored with the revision. */
async function searchRevision(
  flow: FlowRow,
  { definition: text, warnings }: RevisionRow,
  query: SearchQuery,
): Promise<FoundInFlow | null> {
  // A definition may have a megabyte: other requests get their turn between two.
  await eventLoopTurn.enter();
  const definition = JSON.parse(text) as FlowDefinition;
  const invalid = () =>
    new Set((JSON.parse(warnings) as Finding[]).flatMap((finding) => stateIndex(finding) ?? []));
  const results = searchFlow(definition, query, { invalid });
  return results.length === 0 ? null : { flow, definition, results };
}
