/** What the history keeps of a revision: who made it and how, and a summary where it has no message. */

import type { RevisionSource } from '#api/flows/history.ts';
import type { FlowDefinition } from '#flow/definition.ts';
import type { RevisionHistoryRow, RevisionRow } from '../../platform/database/schema/tables.ts';
import { actingKeyOf } from '../../platform/permission.ts';
import type { Caller } from '../../platform/service-context.ts';
import { summaryOf } from './compare-save.ts';

/** How a revision was made; `revision` is the one that it repeats. */
export type RevisionOrigin = { source: RevisionSource; revision: number | null };

/** A revision as it is stored; `editSeq` is the edit up to which it has everything, null where the flow has no log. */
export type MadeRevision = {
  row: RevisionRow;
  caller: Caller;
  origin: RevisionOrigin;
  editSeq: number | null;
};

/** Where a request does not say how the change was made, its credentials do. */
export function sourceOf({ isSession }: Caller, stated: RevisionSource | null): RevisionSource {
  return stated ?? (isSession === true ? 'page' : 'api');
}

export function historyEntryOf(
  { row, caller, origin, editSeq }: MadeRevision,
  summary: string | null,
): RevisionHistoryRow {
  const key = actingKeyOf(caller);
  return {
    flow: row.flow,
    revision: row.revision,
    status: row.status,
    author: row.author,
    key_sid: key?.sid ?? null,
    key_name: key?.name ?? null,
    source: origin.source,
    source_revision: origin.revision,
    edit_seq: editSeq,
    message: row.commit_message,
    summary,
    created_at: row.created_at,
  };
}

/**
 * The revision whose difference is the summary: the one before a draft, and the one published before a published one.
 * Null where there is none, or a message makes it needless.
 */
export function comparedRevision(
  row: Pick<RevisionRow, 'revision' | 'status' | 'commit_message'>,
  publishedBefore: number | null,
): number | null {
  if (hasMessage(row)) return null;
  const compared = row.status === 'published' ? publishedBefore : row.revision - 1;
  return compared === 0 ? null : compared;
}

function hasMessage({ commit_message }: Pick<RevisionRow, 'commit_message'>): boolean {
  return commit_message !== null && commit_message.trim() !== '';
}

/** What differs between two revisions, in a line. */
export function summaryOfRevisions(before: RevisionRow, after: RevisionRow): string {
  return summaryOf(definitionOf(before), definitionOf(after));
}

function definitionOf({ definition }: RevisionRow): FlowDefinition {
  return JSON.parse(definition) as FlowDefinition;
}
