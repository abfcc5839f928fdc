/**
 * Opening a flow: from the server, with what this device holds of it. A flow that was opened stays open while
 * the page lives, so that its undo is still there after a look at something else.
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
import { type FindingsStore, watchFindings } from './findings-store.ts';
import { restoreDocument, restoreLocalDraft, startJournal } from './journal.ts';
import { reconcile } from './saving.ts';

/** What belongs to one opened flow. */
export type OpenFlow = { document: DocumentStore; view: ViewStore; findings: FindingsStore };

/** By SID or local id. */
const opened = new Map<string, OpenFlow>();

/**
 * @throws RequestError when the server refuses the flow, or does not answer and this device holds nothing of it
 */
export async function openFlow(sid: string, cache: QueryClient): Promise<OpenFlow> {
  const known = opened.get(sid);
  const fetched = cache.fetchQuery({ ...flowQuery(sid), staleTime: 0, networkMode: 'always' });
  if (known !== undefined) {
    const newest = await fetched.catch(nullIfUnreachable);
    if (newest) reconcile(known.document, newest, countUnsavedChanges(known.document.getState()) > 0);
    return known;
  }
  // A browser that refuses storage has kept nothing; the save line says so at the first change.
  const unsaved = await unsavedWorkStorage.read(sid).catch(() => null);
  const flow = await fetched.catch((failure) => {
    if (unsaved?.base) return nullIfUnreachable(failure);
    throw failure;
  });
  if (flow) return begin(restoreDocument(flow, unsaved));
  if (unsaved === null) throw new RequestError('The server does not answer.', 0);
  return begin({ ...restoreLocalDraft(unsaved), base: unsaved.base, restored: unsaved.at });
}

/** null when this device has no such draft. */
export async function openLocalDraft(id: string): Promise<OpenFlow | null> {
  const known = opened.get(id);
  if (known !== undefined) return known;
  const unsaved = await unsavedWorkStorage.read(id).catch(() => null);
  return unsaved === null ? null : begin(restoreLocalDraft(unsaved));
}

/** A draft of this device has become a flow of the server: it is open under its SID from now on. */
export async function moveDraftToFlow(localId: string, sid: string): Promise<void> {
  const flow = opened.get(localId);
  if (flow === undefined) return;
  opened.delete(localId);
  flow.document.setState({ id: sid });
  opened.set(sid, flow);
  // The flow is stored on the server: a draft that could not be taken away is one too many in the list, nothing lost.
  await unsavedWorkStorage.remove(localId).catch(() => {});
}

function begin(opening: DocumentInit): OpenFlow {
  const document = createDocumentStore(opening);
  const journal = startJournal(document, unsavedWorkStorage, Date.now);
  const flow = { document, view: createViewStore(), findings: watchFindings(document, Date.now) };
  opened.set(opening.id, flow);
  const leave = () => {
    if (globalThis.document.visibilityState === 'hidden') void journal.flush();
  };
  globalThis.document.addEventListener('visibilitychange', leave);
  addEventListener('pagehide', () => void journal.flush());
  addEventListener('beforeunload', (event) => {
    const state = document.getState();
    // Only where nothing else keeps the work.
    if (state.persistFailed && countUnsavedChanges(state) > 0) event.preventDefault();
  });
  return flow;
}

/** Work goes on while the server is silent; a flow that it does not have is another matter. */
function nullIfUnreachable(failure: unknown): null {
  if (failure instanceof RequestError && (failure.status === 0 || failure.status >= 500)) return null;
  throw failure;
}
