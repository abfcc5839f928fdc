import { describe, expect, it } from 'vitest';
import { emptyDefinition, type FlowDefinition } from '#flow/definition.ts';
import type { Draft } from '../../unsaved-work/unsaved-work.ts';
import { flowResource } from '../testing/flow-resource.ts';
import { countUnsavedChanges, createDocumentStore } from './document-store.ts';

const describeAs = (description: string) => (definition: FlowDefinition) => ({ ...definition, description });

function opened() {
  const flow = flowResource({ revision: 3 });
  const draft: Draft = { name: flow.friendly_name, definition: flow.definition ?? emptyDefinition() };
  return createDocumentStore({ id: flow.sid, base: { flow, draft }, draft });
}

describe('the document of an open flow', () => {
  it('is saved at first and counts the edits since', () => {
    const document = opened();
    expect(countUnsavedChanges(document.getState())).toBe(0);
    document.apply({ name: 'describe' }, describeAs('a'));
    document.rename('Another name');
    expect(countUnsavedChanges(document.getState())).toBe(2);
    expect(document.getState().history.present.name).toBe('Another name');
  });

  it('merges typing in one field within one focus into one change', () => {
    const document = opened();
    for (const text of ['a', 'ab', 'abc'])
      document.apply({ name: 'describe' }, describeAs(text), { gesture: 'description' });
    expect(countUnsavedChanges(document.getState())).toBe(1);
    document.endGesture();
    document.apply({ name: 'describe' }, describeAs('abcd'), { gesture: 'description' });
    expect(countUnsavedChanges(document.getState())).toBe(2);
    document.undo();
    expect(document.getState().history.present.definition.description).toBe('abc');
  });

  it('is saved again after undoing everything, and unsaved after redoing', () => {
    const document = opened();
    document.apply({ name: 'describe' }, describeAs('a'));
    document.undo();
    expect(countUnsavedChanges(document.getState())).toBe(0);
    document.redo();
    expect(countUnsavedChanges(document.getState())).toBe(1);
  });

  it('can be undone past a save and is unsaved then', () => {
    const document = opened();
    document.apply({ name: 'describe' }, describeAs('a'));
    const sent = document.getState().history.present;
    document.setBase(flowResource({ revision: 4, definition: sent.definition }), sent);
    expect(countUnsavedChanges(document.getState())).toBe(0);
    document.undo();
    expect(countUnsavedChanges(document.getState())).toBe(1);
    document.redo();
    expect(countUnsavedChanges(document.getState())).toBe(0);
  });

  it('keeps edits made during a save', () => {
    const document = opened();
    document.apply({ name: 'describe' }, describeAs('a'));
    const sent = document.getState().history.present;
    document.apply({ name: 'describe' }, describeAs('b'));
    document.setBase(flowResource({ revision: 4, definition: sent.definition }), sent);
    expect(document.getState().history.present.definition.description).toBe('b');
    expect(countUnsavedChanges(document.getState())).toBe(1);
  });

  it('can use the revision of the server, as an undo step', () => {
    const document = opened();
    document.apply({ name: 'describe' }, describeAs('mine'));
    document.adoptRevision(
      flowResource({ revision: 5, definition: { ...emptyDefinition(), description: 'theirs' } }),
    );
    expect(document.getState().history.present.definition.description).toBe('theirs');
    expect(countUnsavedChanges(document.getState())).toBe(0);
    document.undo();
    expect(document.getState().history.present.definition.description).toBe('mine');
  });

  it('ignores an edit that changes nothing', () => {
    const document = opened();
    document.apply({ name: 'describe' }, (definition) => definition);
    document.rename(document.getState().history.present.name);
    expect(document.getState().version).toBe(0);
  });

  it('has at least one unsaved change while it is a local draft', () => {
    const draft = { name: 'New', definition: emptyDefinition() };
    expect(countUnsavedChanges(createDocumentStore({ id: 'local', base: null, draft }).getState())).toBe(1);
  });
});
