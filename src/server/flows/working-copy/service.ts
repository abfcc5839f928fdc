/** Service functions of working copies: one for each flow, edited by everybody who has it open. */

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FlowContent, WorkingCopy } from '#flow/change/working-copy.ts';
import { workingCopyOf } from '#flow/change/working-copy.ts';
import type { Acknowledgement, Numbered } from '#flow/commands/log.ts';
import { commandFormat, maxCommandBytes, readCommand } from '#flow/commands/read-command.ts';
import type { FlowDefinition } from '#flow/definition.ts';
import { fetchAccountName } from '../../accounts/service.ts';
import { outsideRecording } from '../../platform/audit/recording.ts';
import type { Queries } from '../../platform/database/database.ts';
import type { WorkingCopyRow } from '../../platform/database/schema/flow-edits.ts';
import type { FlowRow } from '../../platform/database/schema/tables.ts';
import { notFound, Refusal } from '../../platform/errors.ts';
import type { Caller, ServiceContext } from '../../platform/service-context.ts';
import { findEditSeq, findRevision } from '../revisions/store.ts';
import { findFlow } from '../store.ts';
import {
  type AppendedEdits,
  appendEdits,
  type EditBatch,
  expired,
  isTooMuchToRebase,
  lockLog,
  type NewCommand,
  openWorkingCopy,
} from './append.ts';
import { appendTogether } from './append-queue.ts';
import { readCopy, requireCopy } from './copies.ts';
import { nullIfDamaged } from './damage.ts';
import { findNumbers, listEditsAfter, listEditsBefore } from './folded-edits.ts';
import { notifyEditors, type Presence, publishPresence } from './notify.ts';
import { requireRate } from './rate-limit.ts';
import { recallCopy, recentLog, rememberCopy, rememberEdits } from './recent.ts';
import { editedMeanwhile } from './revision.ts';
import { findPublishedRevision, findWorkingCopy, lockWorkingCopy, updateWorkingCopy } from './store.ts';
import type { LoggedEdit } from './stored-copy.ts';
import { countUnpublished, rememberedPublished } from './unpublished.ts';

export type { LoggedEdit };

/** The working copy, with the newest revision and the edit up to which that has everything. */
export type OpenedWorkingCopy = Numbered & { flow: string; revision: number; savedSeq: number };

/** Commands of one request. */
const maxCommands = 100;
const maxNameLength = 100;
/** Edits of one answer. */
export const maxListedEdits = 1_000;

/**
 * The working copy, as it is or as it was after an edit.
 *
 * @throws Refusal not-found; conflict when there is no such edit, or its copy cannot be read any more
 */
export async function fetchWorkingCopy(
  ctx: ServiceContext,
  caller: Caller,
  sid: string,
  seq?: number,
): Promise<OpenedWorkingCopy> {
  const flow = await requireOwn(ctx.database.read, caller, sid);
  const row = (await findWorkingCopy(ctx.database.read, sid)) ?? (await open(ctx, caller, sid));
  const head = seq === undefined ? await readHead(ctx, row) : await readCopyAfter(ctx, row, seq);
  // A revision without one is from before the flow was opened for editing, with what the newest revision had then.
  const savedSeq = (await findEditSeq(ctx.database.read, sid, flow.revision)) ?? 0;
  return { ...head, flow: sid, revision: flow.revision, savedSeq };
}

/**
 * The working copy of a flow that the caller is known to have; null until it is first opened for editing, and where it
 * cannot be opened.
 */
export async function readWorkingCopy(ctx: ServiceContext, sid: string): Promise<WorkingCopy | null> {
  return (await readNumberedCopy(ctx, sid))?.copy ?? null;
}

/** The same with the number of its last edit; undefined until it is first opened, null where it cannot be opened. */
export async function readNumberedCopy(
  ctx: ServiceContext,
  sid: string,
): Promise<Numbered | null | undefined> {
  const row = await findWorkingCopy(ctx.database.read, sid);
  return row && nullIfDamaged(readHead(ctx, row));
}

/**
 * The content of the working copy after an edit, for a revision that is made of it.
 *
 * @throws Refusal not-found; conflict when there is no such edit, or its copy cannot be read any more
 */
export async function fetchContentAfter(
  ctx: ServiceContext,
  caller: Caller,
  sid: string,
  seq: number,
): Promise<FlowContent> {
  await requireOwn(ctx.database.read, caller, sid);
  const row = (await findWorkingCopy(ctx.database.read, sid)) ?? (await open(ctx, caller, sid));
  return (await readCopyAfter(ctx, row, seq)).copy;
}

/** `format` is the version of the form of commands. */
export type NewEdits = {
  base: number;
  client: string;
  authorName: string;
  commands: unknown;
  format: number;
};

/** What became of the commands. `snapshot` is there where they were made on a copy that is too old: none was applied. */
export type EditAnswer = {
  seq: number;
  edits: LoggedEdit[];
  acknowledgements: Acknowledgement[];
  snapshot: Numbered | null;
};

/**
 * Appends commands that a client made one after the other on the copy after edit `base`. Those that were appended before
 * are answered again, and nothing else happens.
 *
 * @throws Refusal not-found, bad-request, too-many; conflict for commands of another version
 */
export async function addEdits(
  ctx: ServiceContext,
  caller: Caller,
  sid: string,
  { base, client, authorName, commands, format }: NewEdits,
): Promise<EditAnswer> {
  const read = await readOwn(ctx, caller, sid, () => {
    requireFormat(format);
    const list = readCommands(commands);
    requireRate(ctx, caller, client, 'edits', list.length);
    return list;
  });
  const old = await answerOldBase(ctx, caller, sid, base, read);
  if (old !== null) return { ...old, seq: old.head.seq, snapshot: old.head };
  // With the lock it would be read in one piece.
  if (recentLog(ctx, sid).newest === null) {
    await requireOwn(ctx.database.read, caller, sid);
    await readWorkingCopy(ctx, sid);
  }
  const at = ctx.clock.now();
  const origin = { author: caller.user, authorName: authorNameOf(caller, authorName), client, at };
  const appended = await appendTogether(
    ctx,
    `${caller.account} ${sid}`,
    { base, commands: read, origin },
    (batches) => appendBatches(ctx, caller, sid, batches),
  );
  const { head, edits, acknowledgements } = appended;
  return { seq: head.seq, edits, acknowledgements, snapshot: appended.expired ? head : null };
}

/** Before anything is locked: the answer where too much happened since the base, as far as that is in memory. */
async function answerOldBase(
  ctx: ServiceContext,
  caller: Caller,
  sid: string,
  base: number,
  commands: readonly NewCommand[],
): Promise<AppendedEdits | null> {
  const recent = recentLog(ctx, sid);
  const edits = recent.newest === null ? null : recent.edits(base, recent.newest);
  if (recent.newest === null || edits === null || !isTooMuchToRebase(edits)) return null;
  await requireOwn(ctx.database.read, caller, sid);
  const head = recent.copy(recent.newest);
  const ids = commands.map(({ id }) => id);
  return head && expired(head, { commands }, await findNumbers(ctx.database.read, sid, ids));
}

async function appendBatches(
  ctx: ServiceContext,
  caller: Caller,
  sid: string,
  batches: readonly EditBatch[],
): Promise<AppendedEdits[]> {
  const log = { flow: sid, account: caller.account };
  const answers = await ctx.database.write(async (tx, withCommit) => {
    const lock = () => lockLog(tx, log, batches, recentLog(ctx, sid));
    let locked = await lock();
    if (locked === null) {
      await lockOrOpen(tx, caller, sid, ctx.clock.now());
      locked = await lock();
    }
    if (locked === null) throw notFound();
    return appendEdits(tx, locked, batches, { withCommit, published: rememberedPublished(ctx) });
  });
  for (const { edits, head } of answers) if (!rememberEdits(ctx, sid, edits)) rememberCopy(ctx, sid, head);
  const added = answers.flatMap((each) => each.added);
  if (added.length > 0) notifyEditors(ctx, sid, added);
  return answers;
}

/** The edits after one, oldest first; `expired` when they are no longer kept, and the working copy has to be fetched. */
export type EditsAfter = { seq: number; edits: LoggedEdit[]; expired: boolean };

/** @throws Refusal not-found */
export async function fetchEditsAfter(
  ctx: ServiceContext,
  caller: Caller,
  sid: string,
  after: number,
): Promise<EditsAfter> {
  await requireOwn(ctx.database.read, caller, sid);
  return readEditsAfter(ctx, sid, after);
}

/** The newest edits before one, newest first. @throws Refusal not-found */
export async function fetchEditsBefore(
  ctx: ServiceContext,
  caller: Caller,
  sid: string,
  { before, limit }: { before: number; limit: number },
): Promise<EditsAfter> {
  await requireOwn(ctx.database.read, caller, sid);
  const row = await findWorkingCopy(ctx.database.read, sid);
  const edits = await listEditsBefore(ctx.database.read, sid, before, limit);
  return { seq: row?.seq ?? 0, edits, expired: false };
}

/** The same of a flow that the caller is known to have. */
export async function readEditsAfter(
  ctx: ServiceContext,
  sid: string,
  after: number,
  limit: number = maxListedEdits,
): Promise<EditsAfter> {
  const { read } = ctx.database;
  const seq = (await findWorkingCopy(read, sid))?.seq ?? 0;
  const found = await listEditsAfter(read, sid, after, limit);
  const expired = after > seq || (found.length === 0 ? after < seq : found[0]?.seq !== after + 1);
  const edits = expired ? [] : found;
  rememberEdits(ctx, sid, edits);
  return { seq, edits, expired };
}

const maxPresenceBytes = 2_048;

/**
 * Tells all who follow the working copy where the person at a client is.
 *
 * @throws Refusal not-found, bad-request, too-many
 */
export async function announcePresence(
  ctx: ServiceContext,
  caller: Caller,
  sid: string,
  { client, state }: Omit<Presence, 'by'>,
): Promise<void> {
  await requireOwn(ctx.database.read, caller, sid);
  requireRate(ctx, caller, client, 'presences', 1);
  if (Buffer.byteLength(JSON.stringify(state)) > maxPresenceBytes)
    throw new Refusal('bad-request', 'State must not be larger than 2 kB', { field: 'State' });
  // The name comes from the credentials, never from the state that a page sends.
  const name = authorNameOf(caller, '') || (await fetchAccountName(ctx, caller.account));
  publishPresence(ctx, sid, { client, state, by: { person: caller.person?.sid ?? null, name } });
}

/** True while the flow is there. */
export async function flowExists(ctx: ServiceContext, caller: Caller, sid: string): Promise<boolean> {
  return (await findFlow(ctx.database.read, caller.account, sid)) !== undefined;
}

async function readCopyAfter(ctx: ServiceContext, row: WorkingCopyRow, seq: number): Promise<Numbered> {
  const { flow, seq: newest } = row;
  if (seq > newest) throw editedMeanwhile(`The flow is at edit ${newest}: it has no edit ${seq}`, newest);
  const found = await readCopy(ctx.database.read, flow, seq, recallCopy(ctx, flow, seq), nextTurn);
  if (found === null)
    throw editedMeanwhile(`The copy after edit ${seq} is no longer kept: it is at edit ${newest}`, newest);
  return found;
}

async function readHead(ctx: ServiceContext, { flow, seq }: WorkingCopyRow): Promise<Numbered> {
  const { read } = ctx.database;
  const head = await readCopy(read, flow, seq, recallCopy(ctx, flow, seq), nextTurn);
  // Between two reads the flow can have been deleted.
  if (head === null) throw notFound();
  rememberCopy(ctx, flow, head);
  return head;
}

async function open(ctx: ServiceContext, caller: Caller, sid: string): Promise<WorkingCopyRow> {
  const at = ctx.clock.now();
  // It is opened for the first who looks at it, whatever they do then.
  return outsideRecording(() => ctx.database.write((tx) => lockOrOpen(tx, caller, sid, at)));
}

async function lockOrOpen(tx: Queries, caller: Caller, sid: string, at: number): Promise<WorkingCopyRow> {
  const row = await lockWorkingCopy(tx, sid, caller.account);
  if (row !== undefined) return row;
  const flow = await requireOwn(tx, caller, sid);
  const newest = await findRevision(tx, sid, flow.revision);
  if (newest === undefined) throw notFound();
  const content = {
    name: flow.friendly_name,
    definition: JSON.parse(newest.definition) as FlowDefinition,
  };
  const counted = await countUnpublished(tx, {
    flow: sid,
    published: flow.published_revision,
    copy: content,
  });
  return openWorkingCopy(tx, { flow: sid, account: caller.account, counted, at }, workingCopyOf(content));
}

/**
 * How many changes are not published, of a flow that was edited before they were counted; 1, which is not stored, where the
 * copy cannot be opened.
 *
 * @throws Refusal not-found
 */
export async function countUncounted(ctx: ServiceContext, caller: Caller, sid: string): Promise<number> {
  return outsideRecording(() =>
    ctx.database.write(async (tx) => {
      const { flow, seq, unpublished } = await lockOrOpen(tx, caller, sid, ctx.clock.now());
      if (unpublished !== null) return unpublished;
      const head = await nullIfDamaged(requireCopy(tx, flow, seq));
      if (head === null) return 1;
      const published = await findPublishedRevision(tx, flow);
      const counted = await countUnpublished(tx, { flow, published, copy: head.copy });
      await updateWorkingCopy(tx, { flow, ...counted });
      return counted.unpublished;
    }),
  );
}

export async function requireOwn(db: Queries, caller: Caller, sid: string): Promise<FlowRow> {
  const flow = await findFlow(db, caller.account, sid);
  if (flow === undefined) throw notFound();
  return flow;
}

/**
 * What is read of a request about the flow. The flow is looked up here only when the request is not in order: otherwise the
 * transaction that follows does so. Of a flow that is not the caller's nothing else is said.
 *
 * @throws Refusal not-found, or that of `read`
 */
async function readOwn<T>(ctx: ServiceContext, caller: Caller, sid: string, read: () => T): Promise<T> {
  try {
    return read();
  } catch (refusal) {
    await requireOwn(ctx.database.read, caller, sid);
    throw refusal;
  }
}

function requireFormat(format: number): void {
  if (format === commandFormat) return;
  const message = `This server knows version ${commandFormat} of commands, not ${format}: load the page again`;
  throw new Refusal('conflict', message, { details: { format: commandFormat } });
}

/** The name that others see of who edits: a program that says none has that of its key. Cut where it is too long. */
export function authorNameOf({ key, person }: Caller, name: string): string {
  return (person?.name ?? (name === '' ? (key?.name ?? '') : name)).slice(0, maxNameLength);
}

function readCommands(value: unknown): NewCommand[] {
  const refuse = (reason: string) => new Refusal('bad-request', `Commands ${reason}`, { field: 'Commands' });
  if (!Array.isArray(value)) throw refuse('must be a list of commands');
  if (value.length === 0 || value.length > maxCommands)
    throw refuse(`must be 1 to ${maxCommands} commands of at most ${maxCommandBytes / 1024} kB`);
  return value.map((each) => {
    const read = readCommand(each);
    if (!read.ok) throw refuse(read.reason);
    return read.command;
  });
}
