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

describe('an opened flow', () => {
  it('begins saved and counts what was done since', () => {
    const document = opened();
    expect(countUnsavedChanges(document.getState())).toBe(0);
    document.apply('describe', describeAs('a'));
    document.rename('Another name');
    expect(countUnsavedChanges(document.getState())).toBe(2);
    expect(document.getState().history.present.name).toBe('Another name');
  });

  it('takes typing in one field within one focus as one change', () => {
    const document = opened();
    for (const text of ['a', 'ab', 'abc'])
      document.apply('describe', describeAs(text), { gesture: 'description' });
    expect(countUnsavedChanges(document.getState())).toBe(1);
    document.endGesture();
    document.apply('describe', describeAs('abcd'), { gesture: 'description' });
    expect(countUnsavedChanges(document.getState())).toBe(2);
    document.undo();
    expect(document.getState().history.present.definition.description).toBe('abc');
  });

  it('is saved again when everything was undone, and not when that was redone', () => {
    const document = opened();
    document.apply('describe', describeAs('a'));
    document.undo();
    expect(countUnsavedChanges(document.getState())).toBe(0);
    document.redo();
    expect(countUnsavedChanges(document.getState())).toBe(1);
  });

  it('can be undone past a save, and then differs from what is saved', () => {
    const document = opened();
    document.apply('describe', describeAs('a'));
    const sent = document.getState().history.present;
    document.setBase(flowResource({ revision: 4, definition: sent.definition }), sent);
    expect(countUnsavedChanges(document.getState())).toBe(0);
    document.undo();
    expect(countUnsavedChanges(document.getState())).toBe(1);
    document.redo();
    expect(countUnsavedChanges(document.getState())).toBe(0);
  });

  it('keeps what was done while a save was under way', () => {
    const document = opened();
    document.apply('describe', describeAs('a'));
    const sent = document.getState().history.present;
    document.apply('describe', describeAs('b'));
    document.setBase(flowResource({ revision: 4, definition: sent.definition }), sent);
    expect(document.getState().history.present.definition.description).toBe('b');
    expect(countUnsavedChanges(document.getState())).toBe(1);
  });

  it('can take the revision of the server, which can be undone', () => {
    const document = opened();
    document.apply('describe', describeAs('mine'));
    document.setBase(
      flowResource({ revision: 5, definition: { ...emptyDefinition(), description: 'theirs' } }),
    );
    expect(document.getState().history.present.definition.description).toBe('theirs');
    expect(countUnsavedChanges(document.getState())).toBe(0);
    document.undo();
    expect(document.getState().history.present.definition.description).toBe('mine');
  });

  it('does nothing for an edit that changes nothing', () => {
    const document = opened();
    document.apply('describe', (definition) => definition);
    document.rename(document.getState().history.present.name);
    expect(document.getState().change).toBe(0);
  });

  it('has at least one unsaved change while the server has never seen it', () => {
    const draft = { name: 'New', definition: emptyDefinition() };
    expect(countUnsavedChanges(createDocumentStore({ id: 'local', base: null, draft }).getState())).toBe(1);
  });
});
