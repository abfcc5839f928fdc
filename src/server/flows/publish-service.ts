/** Creates, saves and publishes flows: each makes a new revision, and the one that is published runs for contacts. */

import type { RevisionSource } from '#api/flows/history.ts';
import type { FlowStatus } from '#api/flows/schemas.ts';
import { paths } from '#api/paths.ts';
import type { FlowContent } from '#flow/change/working-copy.ts';
import type { Numbered } from '#flow/commands/log.ts';
import type { FlowDefinition } from '#flow/definition.ts';
import type { Queries } from '../platform/database/database.ts';
import type { FlowRow, RevisionRow } from '../platform/database/schema/tables.ts';
import { notFound, Refusal } from '../platform/errors.ts';
import { eventLoopTurn } from '../platform/event-loop-turn.ts';
import type { Caller, ServiceContext } from '../platform/service-context.ts';
import { digestOf } from './digest.ts';
import { storeCompared } from './revisions/compare-beforehand.ts';
import {
  comparedRevision,
  historyEntryOf,
  type MadeRevision,
  type RevisionOrigin,
  sourceOf,
  summaryOfRevisions,
} from './revisions/history-entry.ts';
import { findEditSeq, findRevision, insertHistoryEntry, insertRevision } from './revisions/store.ts';
import { type FlowWithRevision, requireFlow } from './service.ts';
import { incrementRevision, insertFlow, updateFlowRow } from './store.ts';
import { requireValidDefinition, type ValidDefinition } from './validation.ts';
import { storedVerdict } from './verdicts.ts';
import type { EditOrigin } from './working-copy/append.ts';
import { notifyEditors } from './working-copy/notify.ts';
import { rememberEdit } from './working-copy/recent.ts';
import { appendRevision, type ComparedBeforehand, type CopyOfRevision } from './working-copy/revision.ts';
import { authorNameOf, fetchContentAfter, type LoggedEdit } from './working-copy/service.ts';

export type NewFlow = {
  friendlyName: string;
  status: FlowStatus;
  /** Any JSON; it is checked here. */
  definition: unknown;
  /** The only value that its `$schema` may have; null where the address of the server is not known. */
  schemaUri: string | null;
  commitMessage: string | null;
  /** SID of a user; null for the caller's own. */
  author: string | null;
  /** How it was made, where the request says so. */
  source: RevisionSource | null;
};

/** What is undefined stays as the newest revision has it; a commit message belongs to one revision only. */
export type FlowChange = Pick<NewFlow, 'status' | 'commitMessage' | 'author' | 'source' | 'schemaUri'> & {
  friendlyName: string | undefined;
  definition: unknown;
  /** The revision that the change was made on; undefined for whichever is the newest. */
  base: number | undefined;
  /** The revision that is restored or rolled back to; its definition is used where the change has none. */
  sourceRevision: number | null;
  /** The edit of the working copy that the revision is made of; undefined for one with a content of its own. */
  editSeq: number | undefined;
  /** That edit must be the newest. */
  newestEditOnly: boolean;
  /** The page or program, as its edits name it; undefined for one that sends none. */
  client: string | undefined;
  /** The name that those who edit the flow see; '' for none. */
  authorName: string;
};

/** @throws Refusal invalid-definition */
export async function createFlow(
  ctx: ServiceContext,
  caller: Caller,
  input: NewFlow,
): Promise<FlowWithRevision> {
  const checked = await requireValidDefinition(input.definition, input.schemaUri);
  const now = ctx.clock.now();
  const author = input.author ?? caller.user;
  const flow: FlowRow = {
    sid: ctx.ids.sid('FW'),
    account: caller.account,
    author,
    friendly_name: input.friendlyName,
    status: input.status,
    revision: 1,
    published_revision: input.status === 'published' ? 1 : null,
    needs_approval: 0,
    tags: '[]',
    digest: JSON.stringify(digestOf(checked.definition)),
    verdict: storedVerdict(0, checked.definition, checked.findings),
    created_at: now,
    updated_at: null,
  };
  const newest = revisionOf(flow, { ...serialized(checked), commit_message: input.commitMessage }, now);
  return ctx.database.write(async (tx) => {
    await insertFlow(tx, flow);
    const origin = { source: sourceOf(caller, input.source), revision: null };
    await insertWithHistory(tx, { row: newest, caller, origin, editSeq: null }, null, null);
    return { flow, newest, definition: checked.definition };
  });
}

/**
 * Writes a new revision.
 *
 * @throws Refusal not-found, invalid-definition, bad-request; forbidden when publishing needs approval; conflict with the
 * latest revision when that is not the base, or with the working copy when that has gone on
 */
export async function updateFlow(
  ctx: ServiceContext,
  caller: Caller,
  sid: string,
  change: FlowChange,
): Promise<FlowWithRevision> {
  // Before validation, so that callers learn nothing about flows of other accounts.
  await requireFlow(ctx.database.read, caller, sid);
  const origin = originOf(caller, change);
  const editor = {
    client: change.client ?? origin.source,
    authorName: authorNameOf(caller, change.authorName),
  };
  const madeOf = copyOf(change);
  const repeated = await findRepeated(ctx.database.read, sid, change);
  const copy = madeOf === null ? null : await fetchContentAfter(ctx, caller, sid, madeOf.seq);
  const friendlyName = copy?.name ?? change.friendlyName;
  const definition = copy?.definition ?? change.definition ?? repeated;
  const schemaUri = definition === repeated ? null : change.schemaUri;
  const checked = definition === undefined ? null : await requireValidDefinition(definition, schemaUri);
  const content = checked === null ? null : serialized(checked);
  const next = {
    ...{ status: change.status, commit_message: change.commitMessage },
    ...{ name: friendlyName, definition: content?.definition, changesCopy: madeOf === null },
  };
  const updated = await storeCompared(
    ctx,
    () => requireFlow(ctx.database.read, caller, sid),
    next,
    (compared) =>
      ctx.database.write(async (tx) => {
        const counted = await incrementRevision(tx, caller.account, sid);
        if (counted === undefined) throw notFound();
        requireBase(change.base, counted.revision - 1);
        if (change.status === 'published') requireNoApproval(counted);
        return addRevision(tx, counted, {
          ...change,
          ...(friendlyName !== undefined && { friendlyName }),
          ...{ caller, checked, content, origin, madeOf, editor, compared, now: ctx.clock.now() },
        });
      }),
  );
  rememberEdit(ctx, sid, updated.edit, updated.head);
  notifyEditors(ctx, sid);
  // The response to a large one takes its own time.
  await eventLoopTurn.enter();
  return updated;
}

type NextRevision = Pick<NewFlow, 'status' | 'commitMessage' | 'author'> & {
  caller: Caller;
  friendlyName?: string | undefined;
  /** Null repeats the content of the revision before. */
  checked: ValidDefinition | null;
  /** The same as it is stored; left out where that is not known yet. */
  content?: RevisionContent | null;
  origin: RevisionOrigin;
  /** The working copy that the content is; null for a content from elsewhere. */
  madeOf: CopyOfRevision | null;
  /** What was compared before the flow was locked; left out where nothing was. */
  compared?: ComparedBeforehand | null;
  /** Whom the edit of the revision names; left out for the one of `origin`. */
  editor?: Pick<EditOrigin, 'client' | 'authorName'>;
  now: number;
};

/** `counted` is the flow's row, locked, with the number of the revision that is added. */
async function addRevision(
  tx: Queries,
  counted: FlowRow,
  next: NextRevision,
): Promise<FlowWithRevision & { edit: LoggedEdit; head: Numbered }> {
  const { caller, checked, origin, madeOf, compared = null, now } = next;
  const editor = next.editor ?? { client: origin.source, authorName: authorNameOf(caller, '') };
  const flow: FlowRow = {
    ...counted,
    author: next.author ?? caller.user,
    friendly_name: next.friendlyName ?? counted.friendly_name,
    status: next.status,
    published_revision: next.status === 'published' ? counted.revision : counted.published_revision,
    digest: checked === null ? counted.digest : JSON.stringify(digestOf(checked.definition)),
    updated_at: now,
  };
  const content =
    next.content ?? (checked === null ? await previousContent(tx, counted) : serialized(checked));
  const newest = revisionOf(flow, { ...content, commit_message: next.commitMessage }, now);
  await updateFlowRow(tx, flow);
  const { editSeq, edit, head } = await appendRevision(tx, {
    flow: flow.sid,
    account: flow.account,
    revision: flow.revision,
    published: flow.published_revision,
    // Only where it was not compared beforehand: it may be a megabyte.
    before: async () => contentOf(counted.friendly_name, await previousContent(tx, counted)),
    after:
      checked === null
        ? contentOf(flow.friendly_name, content)
        : { name: flow.friendly_name, definition: checked.definition },
    afterText: content.definition,
    ...{ madeOf, compared },
    origin: { author: flow.author, ...editor, at: now },
  });
  await insertWithHistory(tx, { row: newest, caller, origin, editSeq }, counted.published_revision, compared);
  return { flow, newest, ...(checked && { definition: checked.definition }), edit, head };
}

export type Publication = {
  flow: string;
  /** The revision whose content is published, validated by the caller of this. */
  revision: number;
  checked: ValidDefinition;
  /** The revision that has to be the published one still. */
  published: number | null;
  message: string | null;
  source: RevisionSource;
  now: number;
};

/**
 * Publishes the content of a revision on behalf of `caller`, in the transaction of its approval or of its due time. A
 * newer draft stays the newest revision: it is repeated after the published one.
 *
 * @throws Refusal not-found; conflict when another revision was published meanwhile
 */
export async function publishRevision(
  tx: Queries,
  caller: Caller,
  { flow: sid, revision, checked, published, message, source, now }: Publication,
): Promise<FlowWithRevision> {
  const counted = await incrementRevision(tx, caller.account, sid);
  if (counted === undefined) throw notFound();
  if (counted.published_revision !== published) throw publishedMeanwhile(counted.published_revision);
  const latest = counted.revision - 1;
  const newest = latest === revision ? undefined : await findRevision(tx, sid, latest);
  const draft = newest?.status === 'draft' ? newest : undefined;
  const by = { caller, author: null, now };
  // The draft, which is the newest revision in the end, is what people edit: for them nothing changes.
  const copyOfRevision = async (each: number): Promise<CopyOfRevision | null> =>
    draft === undefined ? null : { seq: (await findEditSeq(tx, sid, each)) ?? 0, mustBe: 'any' };
  const made = await addRevision(tx, counted, {
    ...by,
    status: 'published',
    commitMessage: message,
    checked,
    origin: { source, revision },
    madeOf: await copyOfRevision(revision),
  });
  if (draft === undefined) return made;
  const next = await incrementRevision(tx, caller.account, sid);
  if (next === undefined) throw notFound();
  await addRevision(tx, next, {
    ...by,
    author: draft.author,
    status: 'draft',
    commitMessage: draft.commit_message,
    checked: storedContent(draft),
    origin: { source: 'restore', revision: latest },
    madeOf: await copyOfRevision(latest),
  });
  return made;
}

function publishedMeanwhile(published: number | null): Refusal {
  const message = `Revision ${published ?? 'none'} was published meanwhile`;
  return new Refusal('conflict', message, { details: { published_revision: published } });
}

/** What is stored was validated when it was. */
function storedContent({ definition, warnings }: RevisionRow): ValidDefinition {
  return {
    definition: JSON.parse(definition) as FlowDefinition,
    text: definition,
    warnings: JSON.parse(warnings) as ValidDefinition['warnings'],
  };
}

/** @throws Refusal forbidden while publishing needs the approval of a second person */
function requireNoApproval({ sid, needs_approval }: FlowRow): void {
  if (needs_approval === 0) return;
  throw new Refusal(
    'forbidden',
    `Publishing this flow needs the approval of a second person: request it with POST ${paths.publishRequests(sid)}`,
  );
}

/** @throws Refusal bad-request when the content of the revision is also given otherwise */
function copyOf(change: FlowChange): CopyOfRevision | null {
  const { editSeq, newestEditOnly, friendlyName, definition, sourceRevision } = change;
  if (editSeq === undefined) {
    if (!newestEditOnly) return null;
    const message = 'NewestEditOnly needs EditSeq, the edit that has to be the newest';
    throw new Refusal('bad-request', message, { field: 'NewestEditOnly' });
  }
  if (friendlyName !== undefined || definition !== undefined || sourceRevision !== null) {
    const message = 'EditSeq cannot be combined with FriendlyName, Definition or SourceRevision';
    throw new Refusal('bad-request', message, { field: 'EditSeq' });
  }
  return { seq: editSeq, mustBe: newestEditOnly ? 'newest' : 'newer' };
}

/** @throws Refusal bad-request when it does not say which revision is restored or rolled back to */
function originOf(caller: Caller, { source, sourceRevision }: FlowChange): RevisionOrigin {
  const repeats = source === 'restore' || source === 'roll-back';
  if (repeats && sourceRevision === null) {
    const message = `SourceRevision must be the revision for Source=${source}`;
    throw new Refusal('bad-request', message, { field: 'SourceRevision' });
  }
  return { source: sourceOf(caller, source), revision: sourceRevision };
}

/**
 * The definition of the revision that is restored or rolled back to; undefined where none is named.
 *
 * @throws Refusal not-found for a revision that does not exist
 */
async function findRepeated(db: Queries, flow: string, { sourceRevision }: FlowChange): Promise<unknown> {
  if (sourceRevision === null) return undefined;
  const row = await findRevision(db, flow, sourceRevision);
  if (row === undefined) throw notFound();
  return JSON.parse(row.definition) as unknown;
}

/** Stores a revision with its entry in the history. */
async function insertWithHistory(
  tx: Queries,
  made: MadeRevision,
  publishedBefore: number | null,
  compared: ComparedBeforehand | null,
): Promise<void> {
  const { row } = made;
  const number = comparedRevision(row, publishedBefore);
  const isKnown = compared?.before === row.revision - 1 && compared.summarized === number;
  const summary = isKnown ? compared.summary : await summaryBeside(tx, row, number);
  await insertRevision(tx, row);
  await insertHistoryEntry(tx, historyEntryOf(made, summary));
}

async function summaryBeside(tx: Queries, row: RevisionRow, number: number | null): Promise<string | null> {
  const before = number === null ? undefined : await findRevision(tx, row.flow, number);
  return before === undefined ? null : summaryOfRevisions(before, row);
}

function requireBase(base: number | undefined, latest: number): void {
  if (base === undefined || base === latest) return;
  throw new Refusal(
    'conflict',
    `The flow is at revision ${latest}, and the change is based on revision ${base}`,
    {
      details: { latest_revision: latest },
    },
  );
}

type RevisionContent = Pick<RevisionRow, 'definition' | 'warnings'>;

function serialized({ text, warnings }: ValidDefinition): RevisionContent {
  return { definition: text, warnings: JSON.stringify(warnings) };
}

/** The definition of the revision before the one just counted. */
async function previousContent(tx: Queries, { sid, revision }: FlowRow): Promise<RevisionContent> {
  const before = await findRevision(tx, sid, revision - 1);
  if (before === undefined) throw new Error(`Revision ${revision - 1} of ${sid} is missing.`);
  return { definition: before.definition, warnings: before.warnings };
}

function contentOf(name: string, { definition }: RevisionContent): FlowContent {
  return { name, definition: JSON.parse(definition) as FlowDefinition };
}

function revisionOf(
  flow: FlowRow,
  content: RevisionContent & Pick<RevisionRow, 'commit_message'>,
  now: number,
): RevisionRow {
  const { sid, revision, author, friendly_name, status } = flow;
  return { flow: sid, revision, author, friendly_name, status, ...content, created_at: now };
}
