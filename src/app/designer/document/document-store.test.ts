import { describe, expect, it } from 'vitest';
import { flowResource } from '../testing/flow-resource.ts';
import { describeAs, localDocument, openedDocument } from '../testing/open-document.ts';
import { countUnsavedChanges } from './document-store.ts';

describe('the document of an open flow', () => {
  it('is saved at first and counts the edits since', () => {
    const document = openedDocument();
    expect(countUnsavedChanges(document.getState())).toBe(0);
    document.apply({ name: 'describe' }, describeAs('a'));
    document.rename('Another name');
    expect(countUnsavedChanges(document.getState())).toBe(2);
    expect(document.getState().history.present.name).toBe('Another name');
  });

  it('merges typing in one field within one focus into one change', () => {
    const document = openedDocument();
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
    const document = openedDocument();
    document.apply({ name: 'describe' }, describeAs('a'));
    document.undo();
    expect(countUnsavedChanges(document.getState())).toBe(0);
    document.redo();
    expect(countUnsavedChanges(document.getState())).toBeGreaterThan(0);
  });

  it('can be undone past a save and is unsaved then', () => {
    const document = openedDocument();
    document.apply({ name: 'describe' }, describeAs('a'));
    const sent = document.getState().history.present;
    document.setBase(flowResource({ revision: 4, definition: sent.definition }), sent);
    expect(countUnsavedChanges(document.getState())).toBe(0);
    document.undo();
    expect(countUnsavedChanges(document.getState())).toBeGreaterThan(0);
    document.redo();
    expect(countUnsavedChanges(document.getState())).toBe(0);
  });

  it('goes to any of its own steps', () => {
    const document = openedDocument();
    for (const text of ['a', 'b', 'c']) document.apply({ name: 'describe' }, describeAs(text));
    document.jumpTo(1);
    expect(document.getState().history.present.definition.description).toBe('a');
    document.jumpTo(3);
    expect(document.getState().history.present.definition.description).toBe('c');
  });

  it('ignores an edit that changes nothing', () => {
    const document = openedDocument();
    document.apply({ name: 'describe' }, (definition) => definition);
    document.rename(document.getState().history.present.name);
    expect(document.getState().version).toBe(0);
  });

  it('does not count the layout of a flow without positions', () => {
    const document = openedDocument();
    document.apply({ name: 'layOut' }, describeAs('as if'));
    expect(countUnsavedChanges(document.getState())).toBe(0);
  });

  it('has at least one unsaved change while it is a local draft, and nothing to send', () => {
    const document = localDocument();
    document.apply({ name: 'describe' }, describeAs('a'));
    expect(countUnsavedChanges(document.getState())).toBe(1);
    expect(document.getState().editor.pending).toEqual([]);
    document.undo();
    expect(document.getState().history.present.definition.description).toBe('A new flow');
  });
});
