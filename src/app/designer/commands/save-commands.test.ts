import { describe, expect, it } from 'vitest';
import type { FlowChangeForm, FlowForm } from '#api/flows/operations.ts';
import type { FlowResource } from '#api/flows/schemas.ts';
import { RequestError } from '../../client/request.ts';
import { countUnsavedChanges, type DocumentStore } from '../document/document-store.ts';
import { saveStatus } from '../document/save-status.ts';
import { startSync } from '../document/sync.ts';
import { FakeServer } from '../testing/fake-server.ts';
import { flowResource } from '../testing/flow-resource.ts';
import { describeAs, localDocument, openedDocument } from '../testing/open-document.ts';
import { type FlowApi, save } from './save-commands.ts';

const none = { flush: async () => true, catchUp: async () => {} };

/** A server that makes revisions of its working copy. */
function opened(document: DocumentStore = openedDocument()) {
  const server = new FakeServer();
  const revisions: FlowResource[] = [];
  const api: FlowApi = {
    fetchNewest: async () => revisions.at(-1) ?? flowResource(),
    create: async (form: FlowForm) => {
      const { FriendlyName: friendly_name, Status: status } = form;
      revisions.push(flowResource({ friendly_name, status, definition: JSON.parse(form.Definition) }));
      return revisions.at(-1) ?? flowResource();
    },
    update: async (_, form: FlowChangeForm) => {
      expect(form.Definition).toBeUndefined();
      if (Number(form.EditSeq) < server.head.seq) throw new RequestError('A later edit', 409, 20409);
      const { name: friendly_name, definition } = server.head.copy;
      const { Status: status, CommitMessage: commit_message = null } = form;
      const revision = 4 + revisions.length;
      revisions.push(flowResource({ revision, friendly_name, definition, status, commit_message }));
      return revisions.at(-1) ?? flowResource();
    },
  };
  const options = {
    client: 'me',
    authorName: () => '',
    onRevision: () => {},
    onPresence: () => {},
    onComment: () => {},
    onOthersEdits: () => {},
  };
  return { server, revisions, api, document, sync: startSync(document, server.api, options) };
}

describe('saving a flow', () => {
  it('makes a revision of the working copy, and leaves nothing unsaved', async () => {
    const { revisions, api, document, sync } = opened();
    document.apply({ name: 'describe' }, describeAs('mine'));
    document.rename('Better name');
    expect(await save(document, api, sync, { status: 'published', message: 'Shorter' })).toMatchObject({
      kind: 'saved',
    });
    expect(revisions.at(-1)).toMatchObject({
      revision: 4,
      friendly_name: 'Better name',
      status: 'published',
      commit_message: 'Shorter',
      definition: { description: 'mine' },
    });
    expect(saveStatus(document.getState())).toEqual({ kind: 'saved', revision: 4 });
    expect(countUnsavedChanges(document.getState())).toBe(0);
  });

  it('creates the flow for a local draft, which keeps its undo steps', async () => {
    const { revisions, api, document, sync } = opened(localDocument({ name: 'Reminder', ...emptyDraft() }));
    document.apply({ name: 'describe' }, describeAs('mine'));
    expect(await save(document, api, sync, { status: 'draft' })).toMatchObject({ kind: 'saved' });
    expect(revisions).toHaveLength(1);
    expect(document.getState()).toMatchObject({ id: flowResource().sid, base: { flow: { revision: 1 } } });
    document.undo();
    expect(document.getState().history.present.definition.description).toBe('A new flow');
    expect(document.getState().editor.pending).toHaveLength(1);
  });

  it('takes over what somebody else has done meanwhile', async () => {
    const { server, revisions, api, document, sync } = opened();
    const other = openedDocument('other');
    const options = {
      client: 'other',
      authorName: () => '',
      onRevision: () => {},
      onPresence: () => {},
      onComment: () => {},
      onOthersEdits: () => {},
    };
    other.rename('Theirs');
    document.apply({ name: 'describe' }, describeAs('mine'));
    await sync.flush();
    await startSync(other, server.api, options).flush();
    expect(await save(document, api, sync, { status: 'draft' })).toMatchObject({ kind: 'saved' });
    expect(revisions.at(-1)).toMatchObject({
      friendly_name: 'Theirs',
      definition: { description: 'mine' },
    });
  });

  it('leaves edits made meanwhile unsaved', async () => {
    const { api, document, sync } = opened();
    document.apply({ name: 'describe' }, describeAs('a'), { gesture: 'description' });
    const slow: FlowApi = {
      ...api,
      update: (...update) => {
        document.apply({ name: 'describe' }, describeAs('ab'), { gesture: 'description' });
        return api.update(...update);
      },
    };
    await save(document, slow, sync, { status: 'draft' });
    expect(countUnsavedChanges(document.getState())).toBe(1);
    document.undo();
    expect(countUnsavedChanges(document.getState())).toBe(0);
  });

  it('does not save twice concurrently', async () => {
    const { revisions, api, document, sync } = opened();
    document.apply({ name: 'describe' }, describeAs('mine'));
    const outcomes = await Promise.all([
      save(document, api, sync, { status: 'draft' }),
      save(document, api, sync, { status: 'draft' }),
    ]);
    expect(outcomes[1]).toEqual({ kind: 'busy' });
    expect(revisions).toHaveLength(1);
  });

  it('keeps the findings of the server, and the work', async () => {
    const message = "Initial state 'nowhere' must match a widget name.";
    const details = { errors: [{ message, property_path: '#/initial_state' }], warnings: [] };
    const { api, document } = opened();
    const refusing: FlowApi = {
      ...api,
      update: () =>
        Promise.reject(new RequestError('Flow definition validation failed', 400, 81022, details)),
    };
    document.apply({ name: 'describe' }, describeAs('mine'));
    expect(await save(document, refusing, none, { status: 'draft' })).toMatchObject({
      failure: { kind: 'invalid' },
    });
    expect(document.getState().serverFindings?.findings).toEqual([
      { severity: 'error', code: 'server', message, property_path: '#/initial_state' },
    ]);
    expect(countUnsavedChanges(document.getState())).toBe(1);
  });

  it('keeps the work when the server does not respond', async () => {
    const { server, revisions, api, document, sync } = opened();
    server.stop();
    document.apply({ name: 'describe' }, describeAs('mine'));
    expect(await save(document, api, sync, { status: 'draft' })).toMatchObject({
      failure: { kind: 'offline' },
    });
    expect(document.getState().saving).toBe(false);
    expect(revisions).toEqual([]);
    expect(countUnsavedChanges(document.getState())).toBe(1);
  });
});

function emptyDraft() {
  const { definition } = flowResource();
  if (definition === null) throw new Error('The flow has no definition.');
  return { definition };
}
