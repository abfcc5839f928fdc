/**
 * Opening a flow: its working copy from the server, with the edits that this browser keeps. An opened flow stays in memory
 * for the life of the page, so that its undo history survives navigation.
 */

import type { QueryClient } from '@tanstack/react-query';
import type { FlowResource } from '#api/flows/schemas.ts';
import { identityOf, nameOf } from '#flow/change/working-copy.ts';
import { createEditor, sendAgain } from '#flow/commands/editor.ts';
import { refreshComment } from '../../client/comments.ts';
import { isDamagedCopy } from '../../client/damaged-copy.ts';
import { flowQuery } from '../../client/flows.ts';
import { isNotFound, RequestError } from '../../client/request.ts';
import { type FetchedCopy, workingCopyApi } from '../../client/working-copy.ts';
import { handOverTyped } from '../../ui/typed-text.ts';
import { type KeptEdits, keptEditsStorage } from '../../unsaved-work/kept-edits.ts';
import { rememberPage } from '../../unsaved-work/own-pages.ts';
import { holdPageLock, isOpenElsewhere, pageClient } from '../../unsaved-work/page-lock.ts';
import { unsavedWorkStorage } from '../../unsaved-work/storage.ts';
import type { Base } from '../../unsaved-work/unsaved-work.ts';
import { keepTypedText, nameDeleter } from '../kept-text/keep-typed-text.ts';
import { createEditAnnouncer } from '../presence/announce-edits.ts';
import { ownName, ownPerson } from '../presence/own-name.ts';
import { createPresenceStore, type PresenceStore } from '../presence/presence-store.ts';
import { createViewStore, selectWidgets, type ViewStore } from '../view-store.ts';
import {
  countUnsavedChanges,
  createDocumentStore,
  type DocumentInit,
  type DocumentStore,
  draftOf,
  sameDraft,
} from './document-store.ts';
import { editorOfWork } from './earlier-work.ts';
import { createFindingsStore, type FindingsStore } from './findings-store.ts';
import { startJournal } from './journal.ts';
import { sendKeptEdits } from './send-kept-edits.ts';
import { type Sync, startSync } from './sync.ts';

/** The stores of one open flow. */
export type OpenFlow = {
  document: DocumentStore;
  view: ViewStore;
  findings: FindingsStore;
  sync: Sync;
  presence: PresenceStore;
};

/** By SID or local id. */
const openFlows = new Map<string, OpenFlow>();

holdPageLock();
rememberPage();

/**
 * Opens a flow of the server, or returns it when it is open already.
 *
 * @throws RequestError when the server refuses the flow, or does not respond and this browser keeps nothing of it
 */
export async function openFlow(sid: string, queries: QueryClient): Promise<OpenFlow> {
  const open = openFlows.get(sid);
  const request = queries.fetchQuery({ ...flowQuery(sid), staleTime: 0, networkMode: 'always' });
  // Its failure is looked at once the browser's storage has responded.
  request.catch(() => {});
  if (open !== undefined) {
    const newest = await request.catch(nullIfUnreachable);
    if (newest) showRevision(open.document, newest);
    await open.sync.catchUp();
    return open;
  }
  const found = await findKept(sid).catch(() => null);
  const kept = found ?? { init: null, keys: [], others: [] };
  // Asked for along with the flow. Its failure is looked at after the flow's.
  const copy = kept.init === null ? workingCopyApi.fetchCopy(sid) : null;
  copy?.catch(() => {});
  // A page that starts from what it has kept shows no copy that cannot be opened, but its edits would all be refused.
  const damage = kept.init === null ? null : workingCopyApi.fetchCopy(sid).then(() => null, damageOnly);
  const hasPending = (kept.init?.editor.pending.length ?? 0) > 0;
  const flow = await request.catch((failure) => {
    if (kept.init === null || (isNotFound(failure) && !hasPending)) throw failure;
    return isNotFound(failure) ? null : nullIfUnreachable(failure);
  });
  const damaged = await damage;
  if (damaged) throw damaged;
  const opened = createOpenFlow(await initOf(sid, flow, kept.init, copy), queries);
  // A browser that cannot be read is not relied on either, until a write has succeeded.
  if (found === null) opened.document.setState({ persistFailed: true });
  if (kept.init !== null) {
    await opened.sync.catchUp();
    await takeOver(opened, kept.keys);
  }
  for (const other of kept.others) void sendKeptEdits(other, workingCopyApi, opened.document);
  return opened;
}

/** What this browser keeps of a flow: what it starts from, the keys of that, and what other pages have kept of it. */
type Kept = {
  init: (Omit<DocumentInit, 'base'> & { base: Base }) | null;
  keys: string[];
  others: KeptEdits[];
};

async function findKept(sid: string): Promise<Kept> {
  const all = await keptEditsStorage.list(sid);
  const isOpen = await Promise.all(all.map(({ client }) => isOpenElsewhere(client)));
  const mine = all.find((_, at) => isOpen[at] === false);
  const others = all.filter((each) => each !== mine);
  if (mine !== undefined) {
    const { base, unsavedEdits } = mine;
    const editor = sendAgain(mine.editor);
    return { init: { id: sid, client: pageClient, base, editor, unsavedEdits }, keys: [mine.key], others };
  }
  const earlier = await unsavedWorkStorage.read(sid);
  if (earlier?.base == null) return { init: null, keys: [], others };
  const { base, changes: unsavedEdits } = earlier;
  const editor = editorOfWork(earlier);
  return { init: { id: sid, client: pageClient, base, editor, unsavedEdits }, keys: [sid], others };
}

async function initOf(
  sid: string,
  flow: FlowResource | null,
  kept: Kept['init'],
  fetching: Promise<FetchedCopy> | null,
): Promise<DocumentInit> {
  if (kept !== null) {
    const base = flow === null ? kept.base : { flow, draft: draftOf(flow, kept.base.draft) };
    return { ...kept, base };
  }
  const copy = await fetching;
  if (flow === null || copy === null) throw new RequestError('The server does not respond.', 0);
  const draft = draftOf(flow, copy.copy);
  // Where nothing has been edited since, the copy shares its parts with the revision, which makes comparing them cheap.
  const base = { flow, draft: sameDraft(draft, copy.copy) ? copy.copy : draft };
  const unsavedEdits = copy.savedSeq === null ? 1 : copy.seq - copy.savedSeq;
  return { id: sid, client: pageClient, base, editor: createEditor(copy), unsavedEdits };
}

/** From now on this page keeps what another one had kept, or an earlier version of it. */
async function takeOver({ document, journal }: OpenedFlow, keys: readonly string[]): Promise<void> {
  document.setState(({ version }) => ({ version: version + 1 }));
  await journal.flush();
  if (document.getState().persistFailed) return;
  for (const key of keys) {
    await keptEditsStorage.remove(key).catch(() => {});
    await unsavedWorkStorage.remove(key).catch(() => {});
  }
}

/** Makes `newest` the revision that the document is compared with, unless it is an older one. */
export function showRevision(document: DocumentStore, newest: FlowResource): void {
  const { base, editor, saving } = document.getState();
  if (base === null || saving || newest.revision <= base.flow.revision) return;
  document.setBase(newest, draftOf(newest, base.draft), Math.max(1, editor.pending.length));
}

/**
 * Opens a local draft; null when this browser does not store it.
 *
 * @throws when the browser refuses storage
 */
export async function openLocalDraft(id: string, queries: QueryClient): Promise<OpenFlow | null> {
  const open = openFlows.get(id);
  if (open !== undefined) return open;
  const work = await unsavedWorkStorage.read(id);
  if (work === null) return null;
  const unsavedEdits = work.changes;
  const init = { id, client: pageClient, base: null, editor: editorOfWork(work), unsavedEdits };
  return createOpenFlow(init, queries);
}

/** After the first save of a local draft: keeps it open under its SID and deletes the local draft. */
export async function promoteLocalDraft(localId: string, sid: string): Promise<void> {
  const flow = openFlows.get(localId);
  if (flow === undefined) return;
  openFlows.delete(localId);
  openFlows.set(sid, flow);
  // The flow is saved: when the deletion fails, the list shows one draft too many and nothing is lost.
  await unsavedWorkStorage.remove(localId).catch(() => {});
}

type OpenedFlow = OpenFlow & { journal: ReturnType<typeof startJournal> };

function createOpenFlow(init: DocumentInit, queries: QueryClient): OpenedFlow {
  const document = createDocumentStore(init);
  const storage = { drafts: unsavedWorkStorage, edits: keptEditsStorage };
  const journal = startJournal(document, storage, pageClient, Date.now);
  const presence = createPresenceStore(Date.now, ownPerson);
  const announceEdits = createEditAnnouncer();
  const view = createViewStore();
  const isOwnPage = (client: string) => presence.getState().pages.get(client)?.person === ownPerson();
  const nameWhoDeleted = nameDeleter({ view }, isOwnPage);
  const sync = startSync(document, workingCopyApi, {
    client: pageClient,
    authorName: ownName,
    onPresence(event) {
      if (event.client !== pageClient) presence.receive(event);
    },
    onComment: (comment) => void refreshComment(queries, document.getState().id, comment),
    onOthersEdits(edits) {
      announceEdits(edits);
      nameWhoDeleted(edits);
    },
    onRevision() {
      const { id } = document.getState();
      queries
        .fetchQuery({ ...flowQuery(id), staleTime: 0, networkMode: 'always' })
        .then((newest) => showRevision(document, newest))
        .catch(() => {});
    },
  });
  const findings = createFindingsStore(document, Date.now);
  view.subscribe(({ selected }) => findings.select(selected));
  keepSelection(document, view);
  keepTypedText({ document, view, findings }, Date.now);
  const flow = { document, view, findings, sync, presence, journal };
  openFlows.set(init.id, flow);
  globalThis.document.addEventListener('visibilitychange', () => {
    const isHidden = globalThis.document.visibilityState === 'hidden';
    if (isHidden) {
      handOverTyped();
      void journal.flush();
    }
    sync.setVisible(!isHidden);
  });
  addEventListener('online', () => sync.setOnline(true));
  addEventListener('offline', () => sync.setOnline(false));
  const leave = () => {
    // A name or a note that is being written becomes an edit when its field is left.
    const { activeElement } = globalThis.document;
    if (activeElement instanceof HTMLElement) activeElement.blur();
    journal.leave();
  };
  addEventListener('pagehide', leave);
  addEventListener('beforeunload', (event) => {
    // At `pagehide`, which is all that some browsers send, a browser may end the write with the page.
    leave();
    const state = document.getState();
    const isElsewhere = state.base !== null && state.editor.pending.length === 0;
    // Only when the work exists nowhere else.
    if (state.persistFailed && !isElsewhere && countUnsavedChanges(state) > 0) event.preventDefault();
  });
  return flow;
}

function damageOnly(failure: unknown): Error | null {
  return isDamagedCopy(failure) && failure instanceof Error ? failure : null;
}

/** Editing continues while the server is unreachable; any other failure is rethrown. */
function nullIfUnreachable(failure: unknown): null {
  if (failure instanceof RequestError && (failure.status === 0 || failure.status >= 500)) return null;
  throw failure;
}

/** The selection follows widgets that are renamed. */
function keepSelection(document: DocumentStore, view: ViewStore): void {
  document.subscribe(({ history: { present } }, { history: { present: before } }) => {
    if (present.definition === before.definition) return;
    const { selected } = view.getState();
    const followed = [...selected].map((id) => {
      if (identityOf(present, id) !== null) return id;
      const identity = identityOf(before, id);
      return (identity === null ? null : nameOf(present, identity)) ?? id;
    });
    if (followed.some((id) => !selected.has(id))) selectWidgets(view, new Set(followed));
  });
}
