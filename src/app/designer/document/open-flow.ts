/**
 * Opening a flow: its newest revision from the server, with the unsaved work that this browser stores. An opened
 * flow stays in memory for the life of the page, so that its undo history survives navigation.
 */

import type { QueryClient } from '@tanstack/react-query';
import { flowQuery } from '../../client/flows.ts';
import { RequestError } from '../../client/request.ts';
import { unsavedWorkStorage } from '../../unsaved-work/storage.ts';
import { createViewStore, type ViewStore } from '../view-store.ts';
import {
  countUnsavedChanges,
  createDocumentStore,
  type DocumentInit,
  type DocumentStore,
} from './document-store.ts';
import { createFindingsStore, type FindingsStore } from './findings-store.ts';
import { restoreDocument, restoreLocalDraft, startJournal } from './journal.ts';
import { reconcile } from './saving.ts';

/** The stores of one open flow. */
export type OpenFlow = { document: DocumentStore; view: ViewStore; findings: FindingsStore };

/** By SID or local id. */
const openFlows = new Map<string, OpenFlow>();

/**
 * Opens a flow of the server, or returns it when it is open already.
 *
 * @throws RequestError when the server refuses the flow, or does not respond and this browser stores nothing of it
 */
export async function openFlow(sid: string, queries: QueryClient): Promise<OpenFlow> {
  const open = openFlows.get(sid);
  const request = queries.fetchQuery({ ...flowQuery(sid), staleTime: 0, networkMode: 'always' });
  if (open !== undefined) {
    const newest = await request.catch(nullIfUnreachable);
    if (newest) reconcile(open.document, newest, countUnsavedChanges(open.document.getState()) > 0);
    return open;
  }
  // A browser that refuses storage has stored nothing; the save status says so at the first change.
  const unsaved = await unsavedWorkStorage.read(sid).catch(() => null);
  const flow = await request.catch((failure) => {
    if (unsaved?.base) return nullIfUnreachable(failure);
    throw failure;
  });
  if (flow) return createOpenFlow(restoreDocument(flow, unsaved));
  if (unsaved === null) throw new RequestError('The server does not respond.', 0);
  return createOpenFlow({ ...restoreLocalDraft(unsaved), base: unsaved.base, restoredAt: unsaved.at });
}

/** Opens a local draft; null when this browser does not store it. */
export async function openLocalDraft(id: string): Promise<OpenFlow | null> {
  const open = openFlows.get(id);
  if (open !== undefined) return open;
  const unsaved = await unsavedWorkStorage.read(id).catch(() => null);
  return unsaved === null ? null : createOpenFlow(restoreLocalDraft(unsaved));
}

/** After the first save of a local draft: keeps it open under its SID and deletes the local draft. */
export async function promoteLocalDraft(localId: string, sid: string): Promise<void> {
  const flow = openFlows.get(localId);
  if (flow === undefined) return;
  openFlows.delete(localId);
  flow.document.setState({ id: sid });
  openFlows.set(sid, flow);
  // The flow is saved: when the deletion fails, the list shows one draft too many and nothing is lost.
  await unsavedWorkStorage.remove(localId).catch(() => {});
}

function createOpenFlow(init: DocumentInit): OpenFlow {
  const document = createDocumentStore(init);
  const journal = startJournal(document, unsavedWorkStorage, Date.now);
  const flow = { document, view: createViewStore(), findings: createFindingsStore(document, Date.now) };
  openFlows.set(init.id, flow);
  const flushWhenHidden = () => {
    if (globalThis.document.visibilityState === 'hidden') void journal.flush();
  };
  globalThis.document.addEventListener('visibilitychange', flushWhenHidden);
  addEventListener('pagehide', () => void journal.flush());
  addEventListener('beforeunload', (event) => {
    const state = document.getState();
    // Only when the work exists nowhere else.
    if (state.persistFailed && countUnsavedChanges(state) > 0) event.preventDefault();
  });
  return flow;
}

/** Editing continues while the server is unreachable; any other failure, such as a deleted flow, is rethrown. */
function nullIfUnreachable(failure: unknown): null {
  if (failure instanceof RequestError && (failure.status === 0 || failure.status >= 500)) return null;
  throw failure;
}
