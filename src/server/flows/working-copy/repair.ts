/** Repairs a working copy that cannot be opened: says what is damaged, and replaces it by what is sound. */

import type { RepairSource, WorkingCopyRepair } from '#api/flows/repair.ts';
import { workingCopyOf } from '#flow/change/working-copy.ts';
import type { Numbered } from '#flow/commands/log.ts';
import { damageOf } from '#flow/commands/sound-copy.ts';
import type { FlowDefinition } from '#flow/definition.ts';
import type { Queries } from '../../platform/database/database.ts';
import type { WorkingCopyRow } from '../../platform/database/schema/flow-edits.ts';
import type { FlowRow, RevisionRow } from '../../platform/database/schema/tables.ts';
import { notFound, Refusal } from '../../platform/errors.ts';
import type { Caller, ServiceContext } from '../../platform/service-context.ts';
import { outlineOf } from '../digest.ts';
import { findEditSeq, findRevision } from '../revisions/store.ts';
import { type EditOrigin, loggedEdit, storeEdits } from './append.ts';
import { editsPerSnapshot, readCopy, replayed, requireSnapshot } from './copies.ts';
import { DamagedCopy, isUnreadable, nullIfDamaged } from './damage.ts';
import { listEditsAfter, listEditsBefore } from './folded-edits.ts';
import { notifyEditors } from './notify.ts';
import { rememberCopy } from './recent.ts';
import { replacing } from './revision.ts';
import { requireOwn } from './service.ts';
import { findSnapshot, findWorkingCopy, listSnapshotNumbers, lockWorkingCopy } from './store.ts';
import type { LoggedEdit } from './stored-copy.ts';
import { countUnpublished } from './unpublished.ts';

/** Snapshots that are looked at, newest first: the newer ones are all there is between two revisions of a busy day. */
const maxSnapshots = 5;

/** Characters of what is stored that one response has: twice what was ever accepted of a definition, and its edits. */
const maxStoredLength = 16 * 1024 ** 2;

const atMost = (length: number, text: string) => (text.length > length ? null : text);

/** The newest copy that can be opened, and the edits that it has of those after its snapshot. */
type SoundCopy = { head: Numbered; edits: LoggedEdit[] };

/**
 * What is wrong with the working copy, and what it can be replaced by.
 *
 * @throws Refusal not-found; conflict when the copy can be opened
 */
export async function fetchRepair(
  ctx: ServiceContext,
  caller: Caller,
  sid: string,
): Promise<WorkingCopyRepair> {
  const { read } = ctx.database;
  const flow = await requireOwn(read, caller, sid);
  const row = await findWorkingCopy(read, sid);
  const damaged = row === undefined ? null : await damagedCopy(read, row);
  if (row === undefined || damaged === null) throw nothingToRepair();
  const sound = await newestSound(read, row);
  const revision = await requireRevision(read, flow);
  const savedSeq = (await findEditSeq(read, sid, flow.revision)) ?? 0;
  const first = await firstAfter(read, row, sound);
  return {
    seq: row.seq,
    damage: damaged.damage,
    edit: first && presentEdit(first),
    snapshot: sound && {
      seq: sound.head.seq,
      at: sound.edits.at(-1)?.at ?? null,
      lost_edits: row.seq - sound.head.seq,
      widgets: sound.head.copy.definition.states.length,
      authors: [...new Set(sound.edits.map((edit) => edit.author_name))].filter((name) => name !== ''),
      outline: outlineOf(sound.head.copy.definition),
    },
    revision: {
      number: revision.revision,
      status: revision.status,
      at: revision.created_at,
      message: revision.commit_message,
      lost_edits: Math.max(0, row.seq - savedSeq),
      outline: outlineOf(definitionOf(revision)),
    },
    stored: atMost(maxStoredLength, await storedText(read, row)),
  };
}

/**
 * Replaces the working copy by its newest sound state or by the newest revision. The edits before stay in the log.
 *
 * @throws Refusal not-found; conflict when the copy can be opened, was edited meanwhile, or has no sound state
 */
export async function repairWorkingCopy(
  ctx: ServiceContext,
  caller: Caller,
  sid: string,
  { by, seq, origin }: { by: RepairSource; seq: number; origin: Omit<EditOrigin, 'author' | 'at'> },
): Promise<Numbered> {
  const at = ctx.clock.now();
  const { head, added } = await ctx.database.write(async (tx) => {
    const flow = await requireOwn(tx, caller, sid);
    const row = await lockWorkingCopy(tx, sid, caller.account);
    if (row === undefined || (await damagedCopy(tx, row)) === null) throw nothingToRepair();
    if (row.seq !== seq) throw new Refusal('conflict', `The flow is at edit ${row.seq} now, not at ${seq}`);
    const { copy, label } =
      by === 'snapshot'
        ? await ofSnapshot(tx, row)
        : { copy: copyOf(await requireRevision(tx, flow)), label: labelOf(flow) };
    const entry = { id: `repair-${row.seq + 1}`, label, operations: replacing(copy), seq: row.seq + 1 };
    const logged = [loggedEdit(entry, { ...origin, author: caller.user, at }, null)];
    const published = flow.published_revision;
    const counted = await countUnpublished(tx, { flow: sid, published, copy });
    const repaired = { seq: entry.seq, copy };
    const stored = { flow: sid, account: row.account, before: row.seq, head: repaired, added: logged };
    await storeEdits(tx, { ...stored, counted, at, isRepair: true });
    return { head: repaired, added: logged };
  });
  rememberCopy(ctx, sid, head);
  notifyEditors(ctx, sid, added);
  return head;
}

function nothingToRepair(): Refusal {
  return new Refusal('conflict', 'The working copy can be opened: there is nothing to repair');
}

async function damagedCopy(db: Queries, { flow, seq }: WorkingCopyRow): Promise<DamagedCopy | null> {
  try {
    return (await readCopy(db, flow, seq)) === null ? new DamagedCopy(seq, null) : null;
  } catch (error) {
    if (error instanceof DamagedCopy) return error;
    throw error;
  }
}

/** Null where no snapshot of the newest can be opened. Replays as many edits as lie between two snapshots, for each of these. */
async function newestSound(db: Queries, { flow, seq }: WorkingCopyRow): Promise<SoundCopy | null> {
  let end = seq;
  for (const number of (await listSnapshotNumbers(db, flow)).slice(0, maxSnapshots)) {
    const sound = await soundFrom(db, flow, number, end);
    if (sound !== null) return sound;
    end = number - 1;
  }
  return null;
}

/** The newest sound copy from a snapshot on, up to edit `end`; null where the snapshot itself is none. */
async function soundFrom(db: Queries, flow: string, number: number, end: number): Promise<SoundCopy | null> {
  const row = await findSnapshot(db, flow, number);
  const start = row === undefined ? null : await nullIfDamaged(Promise.resolve(row).then(requireSnapshot));
  if (start === null || damageOf(start.copy) !== null) return null;
  const sound: SoundCopy = { head: start, edits: [] };
  const last = Math.min(end, number + 2 * editsPerSnapshot);
  for (let edits = null; sound.head.seq < last && edits?.length !== 0; ) {
    edits = await listEditsAfter(db, flow, sound.head.seq, last - sound.head.seq);
    for (const edit of edits) {
      const next =
        isUnreadable(edit) || edit.seq !== sound.head.seq + 1
          ? null
          : await nullIfDamaged(Promise.resolve(edit).then((each) => replayed(sound.head, [each])));
      if (next === null || damageOf(next.copy) !== null) return sound;
      sound.head = next;
      sound.edits.push(edit);
    }
  }
  return sound;
}

/** The edit with which the copy became what cannot be opened; null where that is not known. */
async function firstAfter(
  db: Queries,
  { flow }: WorkingCopyRow,
  sound: SoundCopy | null,
): Promise<LoggedEdit | null> {
  const [edit] = sound === null ? [] : await listEditsAfter(db, flow, sound.head.seq, 1);
  return edit?.seq === (sound?.head.seq ?? 0) + 1 ? edit : null;
}

async function ofSnapshot(tx: Queries, row: WorkingCopyRow) {
  const sound = await newestSound(tx, row);
  if (sound === null) throw new Refusal('conflict', 'No earlier state of the working copy can be opened');
  return { copy: sound.head.copy, label: { name: 'restoreEdit', edit: sound.head.seq } };
}

const labelOf = ({ revision }: FlowRow) => ({ name: 'adoptRevision', revision });

async function requireRevision(db: Queries, { sid, revision }: FlowRow): Promise<RevisionRow> {
  const row = await findRevision(db, sid, revision);
  if (row === undefined) throw notFound();
  return row;
}

const definitionOf = ({ definition }: RevisionRow) => JSON.parse(definition) as FlowDefinition;

const copyOf = (row: RevisionRow) =>
  workingCopyOf({ name: row.friendly_name, definition: definitionOf(row) });

/** What is stored of the newest copy, unchanged, as JSON: the copy itself, or what it would be made of. */
async function storedText(db: Queries, { flow, seq }: WorkingCopyRow): Promise<string> {
  const snapshot = await findSnapshot(db, flow, seq);
  if (snapshot === undefined)
    return JSON.stringify({ edits: await listEditsBefore(db, flow, seq + 1, editsPerSnapshot) });
  const edits: LoggedEdit[] = [];
  for (let more = null; more?.length !== 0; edits.push(...more))
    more = await listEditsAfter(db, flow, edits.at(-1)?.seq ?? snapshot.seq, editsPerSnapshot);
  const head = await nullIfDamaged(
    Promise.resolve(snapshot).then((row) =>
      replayed(
        requireSnapshot(row),
        edits.filter((edit) => !isUnreadable(edit)),
      ),
    ),
  );
  if (head !== null && !edits.some(isUnreadable)) return JSON.stringify(head.copy, null, 2);
  return JSON.stringify({ snapshot: snapshot.copy, edits }, null, 2);
}

function presentEdit({ seq, at, author_name, client, label }: LoggedEdit) {
  return { seq, at, author_name, client, label };
}
