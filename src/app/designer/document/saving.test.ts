import { describe, expect, it } from 'vitest';
import type { FlowChangeForm, FlowForm, FlowResource } from '#api/flows/resources.ts';
import { emptyDefinition, type FlowDefinition } from '#flow/definition.ts';
import { RequestError } from '../../client/request.ts';
import { flowResource } from '../testing/flow-resource.ts';
import { countUnsavedChanges, createDocumentStore } from './document-store.ts';
import { restoreDocument } from './journal.ts';
import { saveStatus } from './save-status.ts';
import { type FlowApi, reconcile, save } from './saving.ts';

const describeAs = (description: string) => (definition: FlowDefinition) => ({ ...definition, description });

/** An API that stores revisions in memory. */
function apiWith(first: FlowResource | null) {
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
  const api: FlowApi = {
    fetchNewest: async () => revisions.at(-1) ?? flowResource(),
    create: async (form) => store(form),
    update: async (_, form) => {
      const latest = revisions.at(-1)?.revision ?? 0;
      if (form.BaseRevision !== undefined && form.BaseRevision !== String(latest))
        throw new RequestError('The flow is at a newer revision', 409, 20409, { latest_revision: latest });
      return store(form);
    },
  };
  return { revisions, store, api };
}

const flow = flowResource({ revision: 3 });

describe('saving a flow', () => {
  it('creates a revision and leaves nothing unsaved', async () => {
    const { revisions, api } = apiWith(flow);
    const document = createDocumentStore(restoreDocument(flow, null));
    document.apply({ name: 'describe' }, describeAs('mine'));
    document.rename('Better name');
    const outcome = await save(document, api, { status: 'published', message: 'Shorter' });
    expect(outcome).toMatchObject({ kind: 'saved' });
    expect(revisions.at(-1)).toMatchObject({
      revision: 4,
      friendly_name: 'Better name',
      status: 'published',
      commit_message: 'Shorter',
      definition: { description: 'mine' },
    });
    expect(saveStatus(document.getState())).toMatchObject({ kind: 'saved', revision: 4 });
  });

  it('creates the flow for a local draft', async () => {
    const { revisions, api } = apiWith(null);
    const draft = { name: 'New', definition: emptyDefinition() };
    const document = createDocumentStore({ id: 'here', base: null, draft });
    expect(await save(document, api, { status: 'draft' })).toMatchObject({ kind: 'saved' });
    expect(revisions).toHaveLength(1);
    expect(document.getState().base?.flow.revision).toBe(1);
  });

  it('stores nothing when there is a newer revision, and reports which', async () => {
    const { revisions, store, api } = apiWith(flow);
    const document = createDocumentStore(restoreDocument(flow, null));
    document.apply({ name: 'describe' }, describeAs('mine'));
    store({ Status: 'draft', Definition: JSON.stringify(describeAs('theirs')(emptyDefinition())) });
    expect(await save(document, api, { status: 'draft' })).toMatchObject({ kind: 'conflict' });
    expect(revisions).toHaveLength(2);
    expect(saveStatus(document.getState())).toEqual({ kind: 'conflict', changes: 1, revision: 4 });
  });

  it('saves on top of the acknowledged revision, but not on top of a newer one', async () => {
    const { revisions, store, api } = apiWith(flow);
    const document = createDocumentStore(restoreDocument(flow, null));
    document.apply({ name: 'describe' }, describeAs('mine'));
    store({ Status: 'draft' });
    store({ Status: 'draft' });
    expect(await save(document, api, { status: 'draft', acknowledgedRevision: 4 })).toMatchObject({
      kind: 'conflict',
    });
    expect(await save(document, api, { status: 'draft', acknowledgedRevision: 5 })).toMatchObject({
      kind: 'saved',
    });
    expect(revisions.at(-1)).toMatchObject({ revision: 6, definition: { description: 'mine' } });
    expect(document.getState().newerRevision).toBeNull();
  });

  it('leaves edits made meanwhile unsaved', async () => {
    const { api } = apiWith(flow);
    const document = createDocumentStore(restoreDocument(flow, null));
    document.apply({ name: 'describe' }, describeAs('a'), { gesture: 'description' });
    const saving = save(document, api, { status: 'draft' });
    document.apply({ name: 'describe' }, describeAs('ab'), { gesture: 'description' });
    await saving;
    expect(countUnsavedChanges(document.getState())).toBe(1);
    document.undo();
    expect(countUnsavedChanges(document.getState())).toBe(0);
  });

  it('does not save twice concurrently', async () => {
    const { revisions, api } = apiWith(flow);
    const document = createDocumentStore(restoreDocument(flow, null));
    document.apply({ name: 'describe' }, describeAs('mine'));
    const outcomes = await Promise.all([
      save(document, api, { status: 'draft' }),
      save(document, api, { status: 'draft' }),
    ]);
    expect(outcomes[1]).toEqual({ kind: 'busy' });
    expect(revisions).toHaveLength(2);
  });

  it('keeps the findings of the server, and the work', async () => {
    const details = {
      errors: [
        { message: "Initial state 'nowhere' must match a widget name.", property_path: '#/initial_state' },
      ],
      warnings: [],
    };
    const refusing: FlowApi = {
      ...apiWith(flow).api,
      update: () =>
        Promise.reject(new RequestError('Flow definition validation failed', 400, 81022, details)),
    };
    const document = createDocumentStore(restoreDocument(flow, null));
    document.apply({ name: 'describe' }, describeAs('mine'));
    expect(await save(document, refusing, { status: 'draft' })).toMatchObject({
      failure: { kind: 'invalid' },
    });
    expect(document.getState().serverFindings?.findings).toEqual([
      {
        severity: 'error',
        code: 'server',
        message: "Initial state 'nowhere' must match a widget name.",
        property_path: '#/initial_state',
      },
    ]);
    expect(countUnsavedChanges(document.getState())).toBe(1);
  });

  it('keeps the work when the server does not respond', async () => {
    const unreachable: FlowApi = {
      ...apiWith(flow).api,
      update: () => Promise.reject(new RequestError('The server does not respond.', 0)),
    };
    const document = createDocumentStore(restoreDocument(flow, null));
    document.apply({ name: 'describe' }, describeAs('mine'));
    expect(await save(document, unreachable, { status: 'draft' })).toMatchObject({
      failure: { kind: 'offline' },
    });
    expect(document.getState().saving).toBe(false);
    expect(countUnsavedChanges(document.getState())).toBe(1);
  });
});

describe('reconciling with a newer revision', () => {
  it('uses it when nothing was changed, and is in conflict otherwise', () => {
    const theirs = flowResource({ revision: 4, definition: describeAs('theirs')(emptyDefinition()) });
    const unchanged = createDocumentStore(restoreDocument(flow, null));
    reconcile(unchanged, theirs, false);
    expect(saveStatus(unchanged.getState())).toMatchObject({ kind: 'saved', revision: 4 });
    expect(unchanged.getState().history.present.definition.description).toBe('theirs');
    const changed = createDocumentStore(restoreDocument(flow, null));
    changed.apply({ name: 'describe' }, describeAs('mine'));
    reconcile(changed, theirs, true);
    expect(saveStatus(changed.getState())).toMatchObject({ kind: 'conflict', revision: 4 });
    expect(changed.getState().history.present.definition.description).toBe('mine');
  });

  it('ignores its own or an older one', () => {
    const document = createDocumentStore(restoreDocument(flow, null));
    reconcile(document, flow, false);
    reconcile(document, flowResource({ revision: 2 }), true);
    expect(document.getState()).toMatchObject({ newerRevision: null, version: 0 });
  });
});
