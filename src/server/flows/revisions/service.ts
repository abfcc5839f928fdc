/** Service functions of revisions: fetch, list. */

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FlowDefinition } from '#flow/definition.ts';
import { widgetNames } from '#flow/diff/widget-names.ts';
import type { KeysetPage, KeysetPageRequest } from '../../platform/database/keyset-pagination.ts';
import type { FlowRow, RevisionRow } from '../../platform/database/schema/tables.ts';
import { notFound, Refusal } from '../../platform/errors.ts';
import type { Caller, ServiceContext } from '../../platform/service-context.ts';
import { diffInThread, maxLengthHere } from '../definition-queue.ts';
import { numberWritten } from '../runnable/service.ts';
import { requireFlow } from '../service.ts';
import { findFlow } from '../store.ts';
import { requireValidDefinition, type ValidDefinition } from '../validation.ts';
import { diffOfTexts } from './compare-save.ts';
import {
  findRevision,
  type HistoryEntryRow,
  type HistoryFilter,
  listHistory as listHistoryRows,
  listRevisions as listRevisionRows,
  newestDefinitions,
  type RevisionSummary,
} from './store.ts';

export type { HistoryEntryRow, RevisionSummary };

/** A revision with the flow that it belongs to. */
export type RevisionWithFlow<Row> = { flow: FlowRow; row: Row };

/**
 * `requested` is a number, LatestPublished or LatestRevision.
 *
 * @throws Refusal not-found, bad-revision
 */
export async function fetchRevision(
  ctx: ServiceContext,
  caller: Caller,
  flowSid: string,
  requested: string,
): Promise<RevisionWithFlow<RevisionRow>> {
  const named = requested === 'LatestPublished' || requested === 'LatestRevision';
  if (!named && !/^\d{1,9}$/.test(requested)) {
    throw new Refusal(
      'bad-revision',
      'Flow revision must be an integer or enum(LatestPublished, LatestRevision)',
    );
  }
  const flow = await requireFlow(ctx.database.replica, caller, flowSid);
  const number = named ? revisionNumberOf(flow, requested) : numberWritten(requested);
  const row = number === null ? undefined : await findRevision(ctx.database.replica, flowSid, number);
  if (row === undefined) throw notFound();
  return { flow, row };
}

export type { ValidDefinition };

/**
 * A revision whose definition is still valid by the rules of today.
 *
 * @throws Refusal not-found, bad-revision, invalid-definition
 */
export async function fetchValidRevision(
  ctx: ServiceContext,
  caller: Caller,
  flowSid: string,
  requested: string,
): Promise<RevisionWithFlow<RevisionRow> & { checked: ValidDefinition }> {
  const revision = await fetchRevision(ctx, caller, flowSid, requested);
  return { ...revision, checked: await requireValidDefinition(JSON.parse(revision.row.definition)) };
}

/**
 * What differs between two revisions of a flow, named as for `fetchRevision`: the JSON of a `FlowDiff`.
 *
 * @throws Refusal not-found, bad-revision, too-complex, too-many
 */
export async function diffRevisions(
  ctx: ServiceContext,
  caller: Caller,
  flowSid: string,
  { from, to }: { from: string; to: string },
): Promise<string> {
  const earlier = await fetchRevision(ctx, caller, flowSid, from);
  const later = await fetchRevision(ctx, caller, flowSid, to);
  return compareDefinitions(earlier.row.definition, later.row.definition);
}

/** Revisions that are looked at for the names of a widget, and the characters of all their definitions. */
const maxNamedRevisions = 20;
const maxNamedCharacters = 2 * 1024 * 1024;

/**
 * The names that a widget has in the newest revisions, its present one first: executions of an earlier revision wait at it
 * under its name of then. Of a flow that the caller does not have, only `name`.
 */
export async function namesOfWidget(
  ctx: ServiceContext,
  { account }: Caller,
  flowSid: string,
  name: string,
): Promise<string[]> {
  if ((await findFlow(ctx.database.replica, account, flowSid)) === undefined) return [name];
  const definitions: FlowDefinition[] = [];
  let characters = 0;
  for (const definition of await newestDefinitions(ctx.database.replica, flowSid, maxNamedRevisions)) {
    characters += definition.length;
    if (characters > maxNamedCharacters) break;
    definitions.push(JSON.parse(definition) as FlowDefinition);
    // A large one takes some milliseconds.
    await nextTurn();
  }
  return widgetNames(name, definitions);
}

/** Newest first, without definitions. */
export async function listRevisions(
  ctx: ServiceContext,
  caller: Caller,
  flowSid: string,
  request: KeysetPageRequest,
): Promise<{ flow: FlowRow; slice: KeysetPage<RevisionSummary> }> {
  const flow = await requireFlow(ctx.database.replica, caller, flowSid);
  return { flow, slice: await listRevisionRows(ctx.database.replica, flowSid, request) };
}

/**
 * The revisions with who made each of them and how, newest first.
 *
 * @throws Refusal not-found
 */
export async function listHistory(
  ctx: ServiceContext,
  caller: Caller,
  flowSid: string,
  filter: HistoryFilter,
  request: KeysetPageRequest,
): Promise<KeysetPage<HistoryEntryRow>> {
  await requireFlow(ctx.database.replica, caller, flowSid);
  return listHistoryRows(ctx.database.replica, flowSid, filter, request);
}

function revisionNumberOf(flow: FlowRow, requested: 'LatestPublished' | 'LatestRevision'): number | null {
  return requested === 'LatestPublished' ? flow.published_revision : flow.revision;
}

/**
 * What differs between two definitions, given as JSON: the JSON of a `FlowDiff`. Large ones are compared in a thread with
 * bounded time and memory.
 *
 * @throws Refusal too-complex when that takes the thread's time or memory, too-many when too many wait for it
 */
export async function compareDefinitions(
  before: string,
  after: string,
  inThread = diffInThread,
): Promise<string> {
  return before.length + after.length <= maxLengthHere
    ? JSON.stringify(diffOfTexts(before, after))
    : inThread(before, after);
}
