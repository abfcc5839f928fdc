import { describe, expect, it } from 'vitest';
import { sendAgain } from '#flow/commands/editor.ts';
import { emptyDefinition } from '#flow/definition.ts';
import type { KeptEdits } from '../../unsaved-work/kept-edits.ts';
import type { StoredEdit, UnsavedWork } from '../../unsaved-work/unsaved-work.ts';
import { FakeServer } from '../testing/fake-server.ts';
import { flowResource } from '../testing/flow-resource.ts';
import { describeAs, localDocument, openedDocument } from '../testing/open-document.ts';
import { createDocumentStore } from './document-store.ts';
import { editorOfWork } from './earlier-work.ts';
import { type JournalStorage, startJournal } from './journal.ts';
import { startSync } from './sync.ts';

/** Storage in memory that stores structured clones, as IndexedDB does. */
function memory() {
  const drafts = new Map<string, UnsavedWork>();
  const edits = new Map<string, KeptEdits>();
  const storage: JournalStorage = {
    drafts: { write: async (work) => void drafts.set(work.id, structuredClone(work)) },
    edits: { write: async (kept) => void edits.set(kept.key, structuredClone(kept)) },
  };
  return { drafts, edits, storage };
}

const flow = flowResource({ revision: 3 });
const key = `${flow.sid} me`;

describe('the journal of an open flow', () => {
  it('reports a change as persisted only once it is written', async () => {
    const { edits, storage } = memory();
    const document = openedDocument();
    const journal = startJournal(document, storage, 'me', () => 1000);
    document.apply({ name: 'describe' }, describeAs('one'));
    expect(document.getState().persistedVersion).toBeLessThan(document.getState().version);
    await journal.flush();
    expect(document.getState().persistedVersion).toBe(document.getState().version);
    expect(edits.get(key)?.editor.pending).toHaveLength(1);
    expect(edits.get(key)?.at).toBe(1000);
  });

  it('writes without a flush', async () => {
    const { edits, storage } = memory();
    const document = openedDocument();
    startJournal(document, storage, 'me', () => 0);
    document.apply({ name: 'describe' }, describeAs('one'));
    await expect.poll(() => edits.size).toBe(1);
  });

  it('restores the edits with their undo steps, and they are sent once', async () => {
    const { edits, storage } = memory();
    const server = new FakeServer();
    server.losesAnswers = true;
    const document = openedDocument();
    const options = {
      client: 'me',
      authorName: () => '',
      onRevision: () => {},
      onPresence: () => {},
      onComment: () => {},
      onOthersEdits: () => {},
    };
    const journal = startJournal(document, storage, 'me', () => 1000);
    document.apply({ name: 'describe' }, describeAs('one'));
    document.rename('Two');
    // The server has them, but the page never learned it.
    await startSync(document, server.api, options).flush();
    await journal.flush();
    const kept = edits.get(key);
    if (kept === undefined) throw new Error('Nothing was kept.');
    const { base, editor } = kept;
    const again = createDocumentStore({ id: flow.sid, client: 'again', base, editor: sendAgain(editor) });
    server.losesAnswers = false;
    expect(await startSync(again, server.api, { ...options, client: 'again' }).flush()).toBe(true);
    expect(server.log).toHaveLength(2);
    again.undo();
    expect(again.getState().history.present.name).toBe('Reminder');
  });

  it('reports that the browser refuses storage, and persists as soon as it can', async () => {
    const { edits, storage } = memory();
    let refuses = true;
    const failing: JournalStorage = {
      ...storage,
      edits: {
        write: (kept) => (refuses ? Promise.reject(new Error('quota')) : storage.edits.write(kept)),
      },
    };
    const document = openedDocument();
    const journal = startJournal(document, failing, 'me', () => 0);
    document.apply({ name: 'describe' }, describeAs('one'));
    await journal.flush();
    expect(document.getState().persistFailed).toBe(true);
    refuses = false;
    await journal.flush();
    expect(document.getState().persistFailed).toBe(false);
    expect(edits.size).toBe(1);
  });

  it('restores a local draft', async () => {
    const { drafts, storage } = memory();
    const document = localDocument();
    const journal = startJournal(document, storage, 'me', () => 0);
    document.apply({ name: 'describe' }, describeAs('one'));
    await journal.flush();
    const work = drafts.get('here');
    if (work === undefined) throw new Error('Nothing was stored.');
    const again = createDocumentStore({ id: 'here', client: 'me', base: null, editor: editorOfWork(work) });
    expect(work.draft.definition.description).toBe('one');
    again.undo();
    expect(again.getState().history.present.definition.description).toBe('A new flow');
  });

  it('stores at most 50 undo steps, and all edits', async () => {
    const { edits, storage } = memory();
    const document = openedDocument();
    const journal = startJournal(document, storage, 'me', () => 0);
    for (let n = 0; n < 80; n++) document.apply({ name: 'describe' }, describeAs(`${n}`));
    await journal.flush();
    expect(edits.get(key)?.editor.past).toHaveLength(50);
    expect(edits.get(key)?.editor.pending).toHaveLength(80);
  });
});

describe('work that an earlier version of the page has stored', () => {
  const start = { name: 'Reminder', definition: emptyDefinition() };
  const one = { ...start, definition: describeAs('one')(start.definition) };
  const two = { ...one, name: 'Two' };
  const past: StoredEdit[] = [
    { label: { name: 'describe' }, gesture: null, before: start, after: one },
    { gesture: null, before: one, after: two },
  ];
  const work = { id: flow.sid, past, draft: two, changes: 2, at: 5 };

  it('is sent as edits, with its undo steps, and only once', async () => {
    const server = new FakeServer();
    const send = async () => {
      const base = { flow: { ...flow, definition: null }, draft: start };
      const editor = editorOfWork({ ...work, base });
      const document = createDocumentStore({ id: flow.sid, client: 'me', base, editor });
      expect(document.getState().history.past.map(({ label }) => label.name)).toEqual([
        'describe',
        'earlierEdit',
      ]);
      const options = {
        client: 'me',
        authorName: () => '',
        onRevision: () => {},
        onPresence: () => {},
        onComment: () => {},
        onOthersEdits: () => {},
      };
      await startSync(document, server.api, options).flush();
      return document;
    };
    const document = await send();
    expect(server.head.copy).toMatchObject(two);
    document.undo();
    expect(document.getState().history.present.name).toBe('Reminder');
    const restoredTwice = await send();
    expect(server.log).toHaveLength(2);
    expect(restoredTwice.getState().history.present).toMatchObject(two);
  });

  it('is a local draft as it was', () => {
    const editor = editorOfWork({ ...work, id: 'here', base: null });
    expect(editor.shown).toMatchObject(two);
    expect(editor.pending).toEqual([]);
    expect(editor.past).toHaveLength(2);
  });
});
