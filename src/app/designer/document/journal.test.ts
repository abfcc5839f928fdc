import { describe, expect, it, vi } from 'vitest';
import { emptyDefinition, type FlowDefinition } from '#flow/definition.ts';
import type { UnsavedWork } from '../../unsaved-work/unsaved-work.ts';
import { flowResource } from '../testing/flow-resource.ts';
import { countUnsavedChanges, createDocumentStore } from './document-store.ts';
import { type JournalStorage, restoreDocument, restoreLocalDraft, startJournal } from './journal.ts';

const describeAs = (description: string) => (definition: FlowDefinition) => ({ ...definition, description });

/** Keeps what a real one would: a structured clone. */
function memory() {
  const kept = new Map<string, UnsavedWork>();
  const storage: JournalStorage = {
    read: async (id) => kept.get(id) ?? null,
    write: async (unsaved) => {
      kept.set(unsaved.id, structuredClone(unsaved));
    },
    remove: async (id) => {
      kept.delete(id);
    },
  };
  return { kept, storage };
}

const flow = flowResource({ revision: 3 });

async function workedOn() {
  const { kept, storage } = memory();
  const document = createDocumentStore(restoreDocument(flow, null));
  const journal = startJournal(document, storage, () => 1000);
  document.apply('describe', describeAs('one'));
  document.apply('describe', describeAs('two'));
  await journal.flush();
  return { kept, storage, document, journal };
}

describe('the journal of unsaved work', () => {
  it('calls a change kept only when it is written', async () => {
    const { kept, storage } = memory();
    const document = createDocumentStore(restoreDocument(flow, null));
    const journal = startJournal(document, storage, () => 1000);
    document.apply('describe', describeAs('one'));
    expect(document.getState().persistedVersion).toBeLessThan(document.getState().change);
    await journal.flush();
    expect(document.getState().persistedVersion).toBe(document.getState().change);
    expect(kept.get(flow.sid)?.draft.definition.description).toBe('one');
    expect(kept.get(flow.sid)?.at).toBe(1000);
  });

  it('writes by itself', async () => {
    const { kept, storage } = memory();
    const document = createDocumentStore(restoreDocument(flow, null));
    startJournal(document, storage, () => 0);
    document.apply('describe', describeAs('one'));
    await vi.waitFor(() => expect(kept.size).toBe(1));
  });

  it('gives the work back when the flow is opened again, with its undo', async () => {
    const { storage } = await workedOn();
    const again = createDocumentStore(restoreDocument(flow, await storage.read(flow.sid)));
    const state = () => again.getState();
    expect(state().history.present.definition.description).toBe('two');
    expect(countUnsavedChanges(state())).toBe(2);
    expect(state().restored).toBe(1000);
    expect(state().newer).toBeNull();
    again.undo();
    again.undo();
    expect(countUnsavedChanges(state())).toBe(0);
  });

  it('stops saving when the server has a newer revision than the work stands on', async () => {
    const { storage } = await workedOn();
    const newer = flowResource({ revision: 4, definition: { ...emptyDefinition(), description: 'theirs' } });
    const again = createDocumentStore(restoreDocument(newer, await storage.read(flow.sid))).getState();
    expect(again.newer?.revision).toBe(4);
    expect(again.base?.flow.revision).toBe(3);
    expect(again.history.present.definition.description).toBe('two');
  });

  it('says nothing of work that the server has by now, even in another order of keys', async () => {
    const { storage, document } = await workedOn();
    const { description, states, ...rest } = document.getState().history.present.definition;
    const saved = flowResource({ revision: 4, definition: { ...rest, states, description } });
    const opening = restoreDocument(saved, await storage.read(flow.sid));
    expect(opening.restored).toBeUndefined();
    expect(countUnsavedChanges(createDocumentStore(opening).getState())).toBe(0);
  });

  it('is empty after a save and after everything was undone', async () => {
    const { kept, document, journal } = await workedOn();
    const sent = document.getState().history.present;
    document.setBase(flowResource({ revision: 4, definition: sent.definition }), sent);
    await journal.flush();
    expect(kept.size).toBe(0);
    document.undo();
    await journal.flush();
    expect(kept.size).toBe(1);
    document.redo();
    await journal.flush();
    expect(kept.size).toBe(0);
  });

  it('says so when the browser refuses to keep anything, and keeps it as soon as it can', async () => {
    const { kept, storage } = memory();
    let refuses = true;
    const moody = {
      ...storage,
      write: (unsaved: UnsavedWork) =>
        refuses ? Promise.reject(new Error('quota')) : storage.write(unsaved),
    };
    const document = createDocumentStore(restoreDocument(flow, null));
    const journal = startJournal(document, moody, () => 0);
    document.apply('describe', describeAs('one'));
    await journal.flush();
    expect(document.getState().persistFailed).toBe(true);
    refuses = false;
    await journal.flush();
    expect(document.getState().persistFailed).toBe(false);
    expect(kept.size).toBe(1);
  });

  it('opens a draft that only this device has', async () => {
    const { kept, storage } = memory();
    const document = createDocumentStore({
      id: 'here',
      base: null,
      draft: { name: 'Mine', definition: emptyDefinition() },
    });
    const journal = startJournal(document, storage, () => 0);
    document.apply('describe', describeAs('one'));
    await journal.flush();
    const unsaved = kept.get('here');
    const again = unsaved && createDocumentStore(restoreLocalDraft(unsaved)).getState();
    expect(again?.base).toBeNull();
    expect(again?.history.present.definition.description).toBe('one');
  });

  it('keeps no more than 50 steps of undo and still knows how much is unsaved', async () => {
    const { storage } = memory();
    const document = createDocumentStore(restoreDocument(flow, null));
    const journal = startJournal(document, storage, () => 0);
    for (let n = 0; n < 80; n++) document.apply('describe', describeAs(`${n}`));
    await journal.flush();
    const again = createDocumentStore(restoreDocument(flow, await storage.read(flow.sid))).getState();
    expect(again.history.past).toHaveLength(50);
    expect(countUnsavedChanges(again)).toBe(80);
  });
});
