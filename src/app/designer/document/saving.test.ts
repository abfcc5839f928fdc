import { describe, expect, it } from 'vitest';
import type { FlowChangeForm, FlowForm, FlowResource } from '#api/flows.ts';
import { emptyDefinition, type FlowDefinition } from '#flow/definition.ts';
import { RequestError } from '../../client/request.ts';
import { flowResource } from '../testing/flow-resource.ts';
import { countUnsavedChanges, createDocumentStore } from './document-store.ts';
import { restoreDocument } from './journal.ts';
import { saveStatus } from './save-status.ts';
import { type FlowApi, reconcile, save } from './saving.ts';

const describeAs = (description: string) => (definition: FlowDefinition) => ({ ...definition, description });

/** A server that keeps revisions as the real one does. */
function server(first: FlowResource | null) {
  const revisions: FlowResource[] = first === null ? [] : [first];
  const store = (form: FlowForm | FlowChangeForm): FlowResource => {
    const before = revisions.at(-1);
    const flow = flowResource({
      revision: (before?.revision ?? 0) + 1,
      friendly_name: form.FriendlyName ?? before?.friendly_name ?? '',
      definition: form.Definition === undefined ? (before?.definition ?? null) : JSON.parse(form.Definition),
      status: form.Status,
      commit_message: form.CommitMessage ?? null,
    });
    revisions.push(flow);
    return flow;
  };
  const face: FlowApi = {
    newest: async () => revisions.at(-1) ?? flowResource(),
    create: async (form) => store(form),
    update: async (_, form) => store(form),
  };
  return { revisions, store, face };
}

const flow = flowResource({ revision: 3 });

describe('saving a flow', () => {
  it('makes a revision and leaves nothing unsaved', async () => {
    const { revisions, face } = server(flow);
    const document = createDocumentStore(restoreDocument(flow, null));
    document.apply('describe', describeAs('mine'));
    document.rename('Better name');
    const outcome = await save(document, face, { status: 'published', message: 'Shorter' });
    expect(outcome).toMatchObject({ kind: 'saved', overtaken: null });
    expect(revisions.at(-1)).toMatchObject({
      revision: 4,
      friendly_name: 'Better name',
      status: 'published',
      commit_message: 'Shorter',
      definition: { description: 'mine' },
    });
    expect(saveStatus(document.getState())).toMatchObject({ kind: 'saved', revision: 4 });
  });

  it('creates the flow when the server has never seen it', async () => {
    const { revisions, face } = server(null);
    const draft = { name: 'New', definition: emptyDefinition() };
    const document = createDocumentStore({ id: 'here', base: null, draft });
    expect(await save(document, face, { status: 'draft' })).toMatchObject({ kind: 'saved' });
    expect(revisions).toHaveLength(1);
    expect(document.getState().base?.flow.revision).toBe(1);
  });

  it('sends nothing when someone saved before, and says which revision that is', async () => {
    const { revisions, store, face } = server(flow);
    const document = createDocumentStore(restoreDocument(flow, null));
    document.apply('describe', describeAs('mine'));
    store({ Status: 'draft', Definition: JSON.stringify(describeAs('theirs')(emptyDefinition())) });
    expect(await save(document, face, { status: 'draft' })).toMatchObject({ kind: 'newer' });
    expect(revisions).toHaveLength(2);
    expect(saveStatus(document.getState())).toEqual({ kind: 'newer', changes: 1, revision: 4 });
  });

  it('saves on top of the newer revision once it was seen, but not on top of a still newer one', async () => {
    const { revisions, store, face } = server(flow);
    const document = createDocumentStore(restoreDocument(flow, null));
    document.apply('describe', describeAs('mine'));
    store({ Status: 'draft' });
    store({ Status: 'draft' });
    expect(await save(document, face, { status: 'draft', onTopOf: 4 })).toMatchObject({ kind: 'newer' });
    expect(await save(document, face, { status: 'draft', onTopOf: 5 })).toMatchObject({ kind: 'saved' });
    expect(revisions.at(-1)).toMatchObject({ revision: 6, definition: { description: 'mine' } });
    expect(document.getState().newer).toBeNull();
  });

  it('tells of a revision that was stored between looking and saving', async () => {
    const { store, face } = server(flow);
    const late: FlowApi = {
      ...face,
      update: async (sid, form) => {
        store({ Status: 'draft' });
        return face.update(sid, form);
      },
    };
    const document = createDocumentStore(restoreDocument(flow, null));
    document.apply('describe', describeAs('mine'));
    expect(await save(document, late, { status: 'draft' })).toMatchObject({ kind: 'saved', overtaken: 4 });
  });

  it('leaves what was edited meanwhile unsaved', async () => {
    const { face } = server(flow);
    const document = createDocumentStore(restoreDocument(flow, null));
    document.apply('describe', describeAs('a'), { gesture: 'description' });
    const saving = save(document, face, { status: 'draft' });
    document.apply('describe', describeAs('ab'), { gesture: 'description' });
    await saving;
    expect(countUnsavedChanges(document.getState())).toBe(1);
    document.undo();
    expect(countUnsavedChanges(document.getState())).toBe(0);
  });

  it('does not save twice at once', async () => {
    const { revisions, face } = server(flow);
    const document = createDocumentStore(restoreDocument(flow, null));
    document.apply('describe', describeAs('mine'));
    const outcomes = await Promise.all([
      save(document, face, { status: 'draft' }),
      save(document, face, { status: 'draft' }),
    ]);
    expect(outcomes[1]).toEqual({ kind: 'busy' });
    expect(revisions).toHaveLength(2);
  });

  it('puts what the server finds at its place and keeps the work', async () => {
    const details = {
      errors: [{ message: 'must match a widget name', property_path: '#/initial_state' }],
      warnings: [],
    };
    const refusing: FlowApi = {
      ...server(flow).face,
      update: () =>
        Promise.reject(new RequestError('Flow definition validation failed', 400, 81022, details)),
    };
    const document = createDocumentStore(restoreDocument(flow, null));
    document.apply('describe', describeAs('mine'));
    expect(await save(document, refusing, { status: 'draft' })).toMatchObject({
      failure: { kind: 'invalid' },
    });
    expect(document.getState().told?.findings).toEqual([
      {
        severity: 'error',
        code: 'server',
        message: 'must match a widget name',
        property_path: '#/initial_state',
      },
    ]);
    expect(countUnsavedChanges(document.getState())).toBe(1);
  });

  it('keeps the work when the server does not answer', async () => {
    const silent: FlowApi = {
      ...server(flow).face,
      newest: () => Promise.reject(new RequestError('The server does not answer.', 0)),
    };
    const document = createDocumentStore(restoreDocument(flow, null));
    document.apply('describe', describeAs('mine'));
    expect(await save(document, silent, { status: 'draft' })).toMatchObject({ failure: { kind: 'offline' } });
    expect(document.getState().saving).toBe(false);
    expect(countUnsavedChanges(document.getState())).toBe(1);
  });
});

describe('meeting a newer revision', () => {
  it('follows it when nothing was changed, and stops saving otherwise', () => {
    const theirs = flowResource({ revision: 4, definition: describeAs('theirs')(emptyDefinition()) });
    const calm = createDocumentStore(restoreDocument(flow, null));
    reconcile(calm, theirs, false);
    expect(saveStatus(calm.getState())).toMatchObject({ kind: 'saved', revision: 4 });
    expect(calm.getState().history.present.definition.description).toBe('theirs');
    const busy = createDocumentStore(restoreDocument(flow, null));
    busy.apply('describe', describeAs('mine'));
    reconcile(busy, theirs, true);
    expect(saveStatus(busy.getState())).toMatchObject({ kind: 'newer', revision: 4 });
    expect(busy.getState().history.present.definition.description).toBe('mine');
  });

  it('takes no notice of its own or an older one', () => {
    const document = createDocumentStore(restoreDocument(flow, null));
    reconcile(document, flow, false);
    reconcile(document, flowResource({ revision: 2 }), true);
    expect(document.getState()).toMatchObject({ newer: null, change: 0 });
  });
});
