import { describe, expect, it, vi } from 'vitest';
import { emptyDefinition, type FlowDefinition } from '#flow/definition.ts';
import type { UnsavedWork } from '../../unsaved-work/unsaved-work.ts';
import { flowResource } from '../testing/flow-resource.ts';
import { countUnsavedChanges, createDocumentStore } from './document-store.ts';
import { type JournalStorage, restoreDocument, restoreLocalDraft, startJournal } from './journal.ts';

const describeAs = (description: string) => (definition: FlowDefinition) => ({ ...definition, description });

/** Storage in memory that stores structured clones, as IndexedDB does. */
function memory() {
  const stored = new Map<string, UnsavedWork>();
  const storage: JournalStorage = {
    read: async (id) => stored.get(id) ?? null,
    write: async (unsaved) => {
      stored.set(unsaved.id, structuredClone(unsaved));
    },
    remove: async (id) => {
      stored.delete(id);
    },
  };
  return { stored, storage };
}

const flow = flowResource({ revision: 3 });

async function editedFlow() {
  const { stored, storage } = memory();
  const document = createDocumentStore(restoreDocument(flow, null));
  const journal = startJournal(document, storage, () => 1000);
  document.apply({ name: 'describe' }, describeAs('one'));
  document.apply({ name: 'describe' }, describeAs('two'));
  await journal.flush();
  return { stored, storage, document, journal };
}

describe('the journal of unsaved work', () => {
  it('reports a change as persisted only once it is written', async () => {
    const { stored, storage } = memory();
    const document = createDocumentStore(restoreDocument(flow, null));
    const journal = startJournal(document, storage, () => 1000);
    document.apply({ name: 'describe' }, describeAs('one'));
    expect(document.getState().persistedVersion).toBeLessThan(document.getState().version);
    await journal.flush();
    expect(document.getState().persistedVersion).toBe(document.getState().version);
    expect(stored.get(flow.sid)?.draft.definition.description).toBe('one');
    expect(stored.get(flow.sid)?.at).toBe(1000);
  });

  it('writes without a flush', async () => {
    const { stored, storage } = memory();
    const document = createDocumentStore(restoreDocument(flow, null));
    startJournal(document, storage, () => 0);
    document.apply({ name: 'describe' }, describeAs('one'));
    await vi.waitFor(() => expect(stored.size).toBe(1));
  });

  it('leaves nothing behind when the save ends while the work is being written', async () => {
    const { stored, storage } = memory();
    const document = createDocumentStore(restoreDocument(flow, null));
    const slow: JournalStorage = {
      ...storage,
      async write(unsaved) {
        await storage.write(unsaved);
        const { present } = document.getState().history;
        document.setBase(flowResource({ revision: 4, definition: present.definition }), present);
      },
    };
    const journal = startJournal(document, slow, () => 1000);
    document.apply({ name: 'describe' }, describeAs('one'));
    await journal.flush();
    expect(stored.size).toBe(0);
    expect(document.getState().persistedVersion).toBe(document.getState().version);
  });

  it('restores the work with its undo history when the flow is reopened', async () => {
    const { storage } = await editedFlow();
    const again = createDocumentStore(restoreDocument(flow, await storage.read(flow.sid)));
    const state = () => again.getState();
    expect(state().history.present.definition.description).toBe('two');
    expect(countUnsavedChanges(state())).toBe(2);
    expect(state().restoredAt).toBe(1000);
    expect(state().newerRevision).toBeNull();
    again.undo();
    again.undo();
    expect(countUnsavedChanges(state())).toBe(0);
  });

  it('is in conflict when the server has a newer revision than the base', async () => {
    const { storage } = await editedFlow();
    const newer = flowResource({ revision: 4, definition: { ...emptyDefinition(), description: 'theirs' } });
    const again = createDocumentStore(restoreDocument(newer, await storage.read(flow.sid))).getState();
    expect(again.newerRevision?.revision).toBe(4);
    expect(again.base?.flow.revision).toBe(3);
    expect(again.history.present.definition.description).toBe('two');
  });

  it('restores nothing when the server has the work, even with its keys in another order', async () => {
    const { storage, document } = await editedFlow();
    const { description, states, ...rest } = document.getState().history.present.definition;
    const saved = flowResource({ revision: 4, definition: { ...rest, states, description } });
    const init = restoreDocument(saved, await storage.read(flow.sid));
    expect(init.restoredAt).toBeUndefined();
    expect(countUnsavedChanges(createDocumentStore(init).getState())).toBe(0);
  });

  it('is empty after a save and after undoing everything', async () => {
    const { stored, document, journal } = await editedFlow();
    const sent = document.getState().history.present;
    document.setBase(flowResource({ revision: 4, definition: sent.definition }), sent);
    await journal.flush();
    expect(stored.size).toBe(0);
    document.undo();
    await journal.flush();
    expect(stored.size).toBe(1);
    document.redo();
    await journal.flush();
    expect(stored.size).toBe(0);
  });

  it('reports that the browser refuses storage, and persists as soon as it can', async () => {
    const { stored, storage } = memory();
    let refuses = true;
    const failingStorage = {
      ...storage,
      write: (unsaved: UnsavedWork) =>
        refuses ? Promise.reject(new Error('quota')) : storage.write(unsaved),
    };
    const document = createDocumentStore(restoreDocument(flow, null));
    const journal = startJournal(document, failingStorage, () => 0);
    document.apply({ name: 'describe' }, describeAs('one'));
    await journal.flush();
    expect(document.getState().persistFailed).toBe(true);
    refuses = false;
    await journal.flush();
    expect(document.getState().persistFailed).toBe(false);
    expect(stored.size).toBe(1);
  });

  it('restores a local draft', async () => {
    const { stored, storage } = memory();
    const document = createDocumentStore({
      id: 'here',
      base: null,
      draft: { name: 'Mine', definition: emptyDefinition() },
    });
    const journal = startJournal(document, storage, () => 0);
    document.apply({ name: 'describe' }, describeAs('one'));
    await journal.flush();
    const unsaved = stored.get('here');
    const again = unsaved && createDocumentStore(restoreLocalDraft(unsaved)).getState();
    expect(again?.base).toBeNull();
    expect(again?.history.present.definition.description).toBe('one');
  });

  it('stores at most 50 undo steps and still counts all unsaved changes', async () => {
    const { storage } = memory();
    const document = createDocumentStore(restoreDocument(flow, null));
    const journal = startJournal(document, storage, () => 0);
    for (let n = 0; n < 80; n++) document.apply({ name: 'describe' }, describeAs(`${n}`));
    await journal.flush();
    const again = createDocumentStore(restoreDocument(flow, await storage.read(flow.sid))).getState();
    expect(again.history.past).toHaveLength(50);
    expect(countUnsavedChanges(again)).toBe(80);
  });

  it('restores undo steps that were stored before they had labels', async () => {
    const { stored, storage } = await editedFlow();
    const work = stored.get(flow.sid);
    if (work === undefined) throw new Error('Nothing was stored.');
    const past = work.past.map(({ label: _, ...edit }) => edit);
    await storage.write({ ...work, past });
    const again = createDocumentStore(restoreDocument(flow, await storage.read(flow.sid)));
    expect(again.getState().history.past.map(({ label }) => label.name)).toEqual([
      'earlierEdit',
      'earlierEdit',
    ]);
    again.undo();
    again.undo();
    expect(countUnsavedChanges(again.getState())).toBe(0);
  });
});
