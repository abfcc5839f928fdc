import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { changeNote, notesOf, putNote, removeNote } from '#flow/annotations/notes.ts';
import type { Operation } from '#flow/change/operation.ts';
import { addWidget } from '#flow/edit/add-widget.ts';
import { removeWidgets } from '#flow/edit/remove-widgets.ts';
import { setProperty } from '#flow/edit/set-property.ts';
import { RequestError } from '../../client/request.ts';
import { FakeServer } from '../testing/fake-server.ts';
import { describeAs, openedDocument } from '../testing/open-document.ts';
import type { DocumentStore } from './document-store.ts';
import { saveStatus } from './save-status.ts';
import { sendEditsOf } from './send-kept-edits.ts';
import { startSync } from './sync.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A page that has the flow open. */
function page(server: FakeServer, client = 'me', document = openedDocument(client)) {
  const revisions: number[] = [];
  const ofOthers: string[] = [];
  const sync = startSync(document, server.api, {
    client,
    authorName: () => client,
    onRevision: (revision) => revisions.push(revision),
    onPresence: () => {},
    onComment: () => {},
    onOthersEdits: (edits) => ofOthers.push(...edits.map(({ id }) => id)),
  });
  return { document, sync, revisions, ofOthers, end: sync.follow() };
}

const text = (document: DocumentStore) => document.getState().history.present.definition.description;
const status = (document: DocumentStore) => saveStatus(document.getState());
/** As the journal does. */
const persist = (document: DocumentStore) =>
  document.setState(({ version }) => ({ persistedVersion: version, persistFailed: false }));
const addMessage = (document: DocumentStore) =>
  document.apply(
    { name: 'addWidget', widget: 'greet' },
    (now) => addWidget(now, 'send-message', { x: 0, y: 0 }).definition,
  );
const firstMessage = (document: DocumentStore) =>
  document.getState().history.present.definition.states.find(({ type }) => type === 'send-message')?.name ??
  '';

describe('a page that edits a flow', () => {
  it('sends an edit, which another page shows', async () => {
    const server = new FakeServer();
    const [mine, theirs] = [page(server), page(server, 'other')];
    mine.document.apply({ name: 'describe' }, describeAs('mine'));
    expect(status(mine.document)).toEqual({ kind: 'saving' });
    expect(await mine.sync.flush()).toBe(true);
    expect(status(mine.document)).toMatchObject({ kind: 'saved' });
    expect(text(theirs.document)).toBe('mine');
  });

  it("takes a revision that it made itself for nobody else's", () => {
    const server = new FakeServer();
    const mine = page(server);
    server.addRevision('me', 4);
    server.addRevision('other', 5);
    expect(mine.ofOthers).toEqual(['revision-5']);
    expect(mine.revisions).toEqual([4, 5]);
  });

  it('sends by itself', async () => {
    const server = new FakeServer();
    const { document } = page(server);
    document.apply({ name: 'describe' }, describeAs('mine'));
    await vi.advanceTimersByTimeAsync(100);
    expect(server.log).toHaveLength(1);
    expect(server.log[0]?.label).toEqual({ name: 'describe' });
    expect(server.log[0]?.author_name).toBe('me');
  });

  it('merges what two people do at once, and undoes only its own', async () => {
    const server = new FakeServer();
    const [mine, theirs] = [page(server), page(server, 'other')];
    addMessage(mine.document);
    await mine.sync.flush();
    mine.document.apply({ name: 'describe' }, describeAs('mine'));
    theirs.document.rename('Theirs');
    await theirs.sync.flush();
    await mine.sync.flush();
    expect(mine.document.getState().history.present).toEqual(theirs.document.getState().history.present);
    theirs.document.undo();
    await theirs.sync.flush();
    expect(mine.document.getState().history.present.name).toBe('Reminder');
    expect(text(mine.document)).toBe('mine');
  });

  it('keeps edits while the server does not respond, and sends them afterwards', async () => {
    const server = new FakeServer();
    const { document, sync } = page(server);
    server.stop();
    document.apply({ name: 'describe' }, describeAs('a'));
    document.rename('b');
    expect(await sync.flush()).toBe(false);
    persist(document);
    expect(status(document)).toEqual({ kind: 'offline', changes: 2 });
    server.isDown = false;
    await vi.advanceTimersByTimeAsync(20_000);
    expect(server.log).toHaveLength(2);
    expect(status(document)).toMatchObject({ kind: 'saved' });
  });

  it('does not call an edit kept that is not stored yet', async () => {
    const server = new FakeServer();
    const { document, sync } = page(server);
    server.stop();
    document.apply({ name: 'describe' }, describeAs('a'));
    await sync.flush();
    expect(status(document)).toEqual({ kind: 'storing', changes: 1 });
    document.setState({ persistFailed: true });
    expect(status(document)).toEqual({ kind: 'notStored', changes: 1 });
  });

  it('applies an edit once whose answer got lost, and loses nothing that is typed meanwhile', async () => {
    const server = new FakeServer();
    const { document, sync, end } = page(server);
    end();
    server.losesAnswers = true;
    document.apply({ name: 'describe' }, describeAs('a'), { gesture: 'typing' });
    expect(await sync.flush()).toBe(false);
    document.apply({ name: 'describe' }, describeAs('ab'), { gesture: 'typing' });
    server.losesAnswers = false;
    sync.setOnline(true);
    await sync.flush();
    expect(server.head.copy.definition.description).toBe('ab');
    expect(text(document)).toBe('ab');
    expect(server.log).toHaveLength(2);
  });

  it('catches up in a tab that was hidden', async () => {
    const server = new FakeServer();
    const [mine, theirs] = [page(server), page(server, 'other')];
    mine.sync.setVisible(false);
    theirs.document.apply({ name: 'describe' }, describeAs('theirs'));
    await theirs.sync.flush();
    expect(text(mine.document)).toBe('A new flow');
    mine.sync.setVisible(true);
    expect(text(mine.document)).toBe('theirs');
  });

  it('goes on from the copy of the server when the edits between are no longer kept', async () => {
    const server = new FakeServer();
    const [mine, theirs] = [page(server), page(server, 'other')];
    mine.sync.setVisible(false);
    mine.document.rename('Mine');
    theirs.document.apply({ name: 'describe' }, describeAs('theirs'));
    await theirs.sync.flush();
    server.keptFrom = server.head.seq;
    await mine.sync.flush();
    expect(mine.document.getState().history.present).toMatchObject({ name: 'Mine' });
    expect(text(mine.document)).toBe('theirs');
    mine.sync.setVisible(true);
    expect(server.head.copy.name).toBe('Mine');
  });

  it('notes an edit whose widget somebody has removed, and can restore it', async () => {
    const server = new FakeServer();
    const [mine, theirs] = [page(server), page(server, 'other')];
    addMessage(mine.document);
    await mine.sync.flush();
    const widget = firstMessage(mine.document);
    mine.sync.setVisible(false);
    theirs.document.apply({ name: 'deleteWidgets', widget, count: 1 }, (now) =>
      removeWidgets(now, new Set([widget])),
    );
    await theirs.sync.flush();
    mine.document.apply({ name: 'changeProperty', widget, field: 'Message' }, (now) =>
      setProperty(now, widget, 'body', 'Mine'),
    );
    await mine.sync.flush();
    expect(status(mine.document)).toEqual({ kind: 'lost', lost: 1 });
    const [lost] = mine.document.getState().editor.lost;
    mine.document.restoreLost(lost?.id ?? '');
    await mine.sync.flush();
    expect(server.head.copy.definition.states.at(-1)?.properties).toMatchObject({ body: 'Mine' });
    expect(status(mine.document)).toMatchObject({ kind: 'saved' });
  });

  it('restores a note that somebody has deleted, with what was written on', async () => {
    const server = new FakeServer();
    const [mine, theirs] = [page(server), page(server, 'other')];
    const note = { x: 0, y: 0, width: 200, height: 100, color: 'yellow' as const, text: 'Ask' };
    mine.document.apply({ name: 'addNote' }, (now) => putNote(now, 'n1', note));
    await mine.sync.flush();
    mine.sync.setVisible(false);
    theirs.document.apply({ name: 'deleteNote' }, (now) => removeNote(now, 'n1'));
    await theirs.sync.flush();
    mine.document.apply({ name: 'changeNote' }, (now) => changeNote(now, 'n1', { text: 'Ask them' }));
    await mine.sync.flush();
    const [lost] = mine.document.getState().editor.lost;
    mine.document.restoreLost(lost?.id ?? '');
    await mine.sync.flush();
    expect(notesOf(server.head.copy.definition).get('n1')).toEqual({ ...note, text: 'Ask them' });
    expect(status(mine.document)).toMatchObject({ kind: 'saved' });
  });

  it('says no more of a lost edit whose text is there after all', async () => {
    const server = new FakeServer();
    const [mine, theirs] = [page(server), page(server, 'other')];
    addMessage(mine.document);
    await mine.sync.flush();
    const widget = firstMessage(mine.document);
    const write = (document: DocumentStore, text: string) =>
      document.apply({ name: 'changeProperty', widget, field: 'Message' }, (now) =>
        setProperty(now, widget, 'body', text),
      );
    mine.sync.setVisible(false);
    theirs.document.apply({ name: 'deleteWidgets', widget, count: 1 }, (now) =>
      removeWidgets(now, new Set([widget])),
    );
    await theirs.sync.flush();
    write(mine.document, 'Mine');
    await mine.sync.flush();
    expect(status(mine.document)).toEqual({ kind: 'lost', lost: 1 });
    theirs.document.undo();
    await theirs.sync.flush();
    await mine.sync.catchUp();
    // The widget is back, without the text.
    expect(status(mine.document)).toEqual({ kind: 'lost', lost: 1 });
    write(theirs.document, 'Mine');
    await theirs.sync.flush();
    await mine.sync.catchUp();
    expect(status(mine.document)).toMatchObject({ kind: 'saved' });
  });

  describe('undoes a text that somebody has changed since', () => {
    async function contestedText(theirText: string) {
      const server = new FakeServer();
      const [mine, theirs] = [page(server), page(server, 'other')];
      mine.document.apply({ name: 'describe' }, describeAs('How are you?'));
      for (const typed of ['Good', 'Good d', 'Good day'])
        mine.document.apply({ name: 'describe' }, describeAs(typed), { gesture: 'typing' });
      await mine.sync.flush();
      theirs.document.apply({ name: 'describe' }, describeAs(theirText));
      await theirs.sync.flush();
      await mine.sync.catchUp();
      return { mine, theirs };
    }

    it('only when that is chosen, and then as a whole', async () => {
      const { mine, theirs } = await contestedText('Goodbye, all');
      const { document } = mine;
      document.undo();
      expect(text(document)).toBe('Goodbye, all');
      expect(document.getState().contested).toMatchObject({
        ...{ direction: 'undo', before: 'How are you?', now: 'Goodbye, all' },
        by: { author: 'other', client: 'other' },
      });
      document.settleContested(null);
      expect(document.getState()).toMatchObject({ contested: null, history: { past: [{}, {}] } });
      document.undo();
      document.settleContested(true);
      await mine.sync.flush();
      expect([text(document), text(theirs.document)]).toEqual(['How are you?', 'How are you?']);
      document.redo();
      expect(text(document)).toBe('Goodbye, all');
      // The step before is about the text as it would have been.
      document.jumpTo(0);
      expect(document.getState().contested).toMatchObject({ now: 'How are you?' });
    });

    it('not at all when theirs is kept', async () => {
      const { document } = (await contestedText('Goodbye, all')).mine;
      document.undo();
      document.settleContested(false);
      expect(text(document)).toBe('Goodbye, all');
      expect(document.getState().history).toMatchObject({ past: [{}], future: [] });
    });

    it('at once where the other change is beside the own one', async () => {
      const { document } = (await contestedText('Good day to everybody')).mine;
      document.undo();
      expect(document.getState().contested).toBeNull();
      expect(text(document)).toBe('How are you? to everybody');
    });
  });

  it('takes back the one edit that the server refuses, and sends the others', async () => {
    const server = new FakeServer();
    const { document, sync } = page(server);
    server.refuses = (id) => id === 'me-2';
    document.apply({ name: 'describe' }, describeAs('a'));
    document.rename('Refused');
    addMessage(document);
    await sync.flush();
    expect(status(document)).toEqual({ kind: 'lost', lost: 1 });
    expect(document.getState().history.present.name).toBe('Reminder');
    expect(server.head.copy).toEqual(document.getState().history.present);
  });

  it('takes back what the server does not permit any more', async () => {
    const server = new FakeServer();
    const { document, sync } = page(server);
    const forbidden = new RequestError('Your role does not include it', 403);
    server.api.sendEdits = () => Promise.reject(forbidden);
    document.rename('Not mine');
    await sync.flush();
    expect(status(document)).toEqual({ kind: 'lost', lost: 1 });
    expect(document.getState().history.present.name).toBe('Reminder');
  });

  it('says that the flow is deleted', async () => {
    const server = new FakeServer();
    const { document, sync } = page(server);
    document.apply({ name: 'describe' }, describeAs('a'));
    server.isDeleted = true;
    expect(await sync.flush()).toBe(false);
    expect(document.getState().sync).toBe('deleted');
    expect(text(document)).toBe('a');
  });

  it('keeps everything and asks to be loaded again where the server knows another version of edits', async () => {
    const server = new FakeServer();
    const { document, sync } = page(server);
    server.isNewer = true;
    document.apply({ name: 'describe' }, describeAs('a'));
    expect(await sync.flush()).toBe(false);
    persist(document);
    expect(status(document)).toEqual({ kind: 'outdated', changes: 1 });
    expect(text(document)).toBe('a');
    // The page that is loaded then knows it.
    server.isNewer = false;
    const { editor } = document.getState();
    const loaded = page(server, 'me', openedDocument('again'));
    await sendEditsOf({ flow: 'FW', client: 'me', editor }, server.api, loaded.document);
    expect(text(loaded.document)).toBe('a');
  });

  it('takes nothing over from an edit that it does not know', async () => {
    const server = new FakeServer();
    const [mine, theirs] = [page(server), page(server, 'other')];
    const operation = { kind: 'rotate', widget: 'Trigger' } as unknown as Operation;
    const newer = {
      id: 'newer',
      label: { name: 'rotate' },
      gesture: null,
      operations: [operation],
      sent: true,
    };
    await server.api.sendEdits('FW', { base: 0, client: 'newer', authorName: '', commands: [newer] });
    expect(status(theirs.document)).toEqual({ kind: 'outdated', changes: 0 });
    mine.document.apply({ name: 'describe' }, describeAs('mine'));
    expect(await mine.sync.flush()).toBe(false);
    expect(text(mine.document)).toBe('mine');
    expect(server.log).toHaveLength(1);
  });

  it('sends an edit of very much in parts', async () => {
    const server = new FakeServer();
    const { document, sync } = page(server);
    document.apply({ name: 'importJson' }, (now) => {
      let grown = now;
      for (let nth = 0; nth < 30; nth += 1) {
        const added = addWidget(grown, 'send-message', { x: nth, y: 0 });
        const name = added.definition.states.at(-1)?.name ?? '';
        grown = setProperty(added.definition, name, 'body', `${nth}`.repeat(3_000));
      }
      return grown;
    });
    await sync.flush();
    expect(server.log.length).toBeGreaterThan(1);
    expect(server.head.copy.definition.states).toHaveLength(31);
    expect(document.getState().history.past).toHaveLength(1);
  });
});
