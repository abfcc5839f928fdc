/** Compares large revisions in a thread before they are stored, so that no other request waits for it: neither for the lock nor for a turn. */

import { workingCopyOf } from '#flow/change/working-copy.ts';
import type { FlowRow, RevisionRow } from '../../platform/database/schema/tables.ts';
import { eventLoopTurn } from '../../platform/event-loop-turn.ts';
import { inTurn } from '../../platform/in-turn.ts';
import { perServer } from '../../platform/per-server.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { compareInThread, maxLengthHere } from '../definition-queue.ts';
import { type ComparedBeforehand, idOfRevision } from '../working-copy/revision.ts';
import { readNumberedCopy } from '../working-copy/service.ts';
import { contentOf, type StoredContent } from './compare-save.ts';
import { comparedRevision } from './history-entry.ts';
import { findRevision } from './store.ts';

/** A revision that is about to be stored. What is undefined stays as in the revision before. */
export type NextSave = Pick<RevisionRow, 'status' | 'commit_message'> & {
  name: string | undefined;
  definition: string | undefined;
  /** False where it is made of the working copy, which has its content already. */
  changesCopy: boolean;
};

const lastSaves = perServer(() => new Map<string, Promise<unknown>>());

/**
 * Runs `store` with what was compared; with null for a small revision, which is compared where it is stored. Large ones of a
 * flow are stored one after the other, as each is compared with the one before.
 *
 * @throws Refusal too-many; bad-request when that takes too much time or memory
 */
export async function storeCompared<T>(
  ctx: ServiceContext,
  readFlow: () => Promise<FlowRow>,
  next: NextSave,
  store: (compared: ComparedBeforehand | null) => Promise<T>,
): Promise<T> {
  const flow = await readFlow();
  await eventLoopTurn.enter();
  const before = await findRevision(ctx.database.read, flow.sid, flow.revision);
  const length = Math.max(next.definition?.length ?? 0, before?.definition.length ?? 0);
  if (length <= maxLengthHere) return store(null);
  return inTurn(lastSaves(ctx), flow.sid, async () => {
    const stored = await store(await compareBeforehand(ctx, await readFlow(), next));
    // What follows the commit is not part of its turn.
    await eventLoopTurn.enter();
    return stored;
  });
}

/** Null where the working copy cannot be opened, and so is replaced, or the flow was deleted meanwhile. */
async function compareBeforehand(
  ctx: ServiceContext,
  { sid, revision, published_revision }: FlowRow,
  { name, definition, status, commit_message, changesCopy }: NextSave,
): Promise<ComparedBeforehand | null> {
  // Each reading of a large revision takes about as long as a turn may.
  const find = async (number: number | null) => {
    if (number === null) return undefined;
    await eventLoopTurn.enter();
    return findRevision(ctx.database.read, sid, number);
  };
  const before = await find(revision);
  if (before === undefined) return null;
  const content = storedContent(before);
  const copy = await readNumberedCopy(ctx, sid);
  if (copy === null) return null;
  const head = copy ?? { seq: 0, copy: workingCopyOf(contentOf(content)) };
  const next = { revision: revision + 1, status, commit_message };
  const summarized = comparedRevision(next, published_revision);
  const published = status === 'published' ? null : published_revision;
  const publishedRow = await find(published);
  const summarizedRow = await find(summarized);
  await eventLoopTurn.enter();
  const definitions: string[] = [];
  const indexOf = (text: string) => {
    const known = definitions.indexOf(text);
    return known === -1 ? definitions.push(text) - 1 : known;
  };
  const sent = ({ name, definition: text }: StoredContent) => ({ name, definition: indexOf(text) });
  const headText = JSON.stringify(head.copy.definition);
  const compared = await compareInThread({
    id: idOfRevision(next.revision),
    head: { ...head.copy, definition: indexOf(headText) },
    before: sent(content),
    after: sent({ name: name ?? before.friendly_name, definition: definition ?? before.definition }),
    changesCopy,
    summarized: summarizedRow === undefined ? null : indexOf(summarizedRow.definition),
    published: publishedRow === undefined ? null : sent(storedContent(publishedRow)),
    definitions,
  });
  return { ...compared, head, headText, before: revision, summarized, published };
}

function storedContent({ friendly_name: name, definition }: RevisionRow): StoredContent {
  return { name, definition };
}
