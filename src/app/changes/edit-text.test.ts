import { describe, expect, it } from 'vitest';
import { catalogue } from '../words/catalogue.ts';
import { doneText, editText } from './edit-text.ts';

describe('the text of an undo step', () => {
  it('names what was done and to what', () => {
    expect(editText({ name: 'disconnect', widget: 'ask_again', outlet: 'No reply' })).toBe(
      'Remove connection “No reply” of ask_again',
    );
    expect(editText({ name: 'changeProperty', widget: 'ask', field: 'Message body' })).toBe(
      'Change Message body of ask',
    );
  });

  it('names a single widget and counts several', () => {
    expect(editText({ name: 'deleteWidgets', widget: 'ask', count: 1 })).toBe('Delete ask');
    expect(editText({ name: 'deleteWidgets', widget: 'ask', count: 3 })).toBe('Delete 3 widgets');
  });
});

describe('the text of an edit of the log', () => {
  it('says what somebody did, and what they undid', () => {
    const renamed = { name: 'renameWidget', widget: 'ask', target: 'ask_name' };
    expect(doneText(renamed)).toBe('Renamed ask to ask_name');
    expect(doneText({ ...renamed, undo: 1 })).toBe('Undid “Rename ask to ask_name”');
  });

  it('of a program, or of another version, is said in general', () => {
    expect(doneText({ name: 'somethingNew' })).toBe('Changed the flow');
  });
});

it('an edit without words of its own in the list of edits is said as in the undo list', () => {
  const known = Object.keys(catalogue.edits.step).map((key) => key.replace(/_(one|other)$/, ''));
  for (const name of known)
    if (name !== 'earlierEdit') expect(doneText({ name, count: 2 })).not.toBe('Changed the flow');
});
