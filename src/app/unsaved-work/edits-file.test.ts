import { describe, expect, it } from 'vitest';
import { workingCopyOf } from '#flow/change/working-copy.ts';
import { createEditor, edit } from '#flow/commands/editor.ts';
import { emptyDefinition } from '#flow/definition.ts';
import { editsFileText, readEditsFile } from './edits-file.ts';

const copy = workingCopyOf({ name: 'Survey', definition: emptyDefinition() });
const editor = edit(
  createEditor({ seq: 7, copy }),
  { name: 'Poll', definition: copy.definition },
  { id: 'me-1', label: { name: 'renameFlow', flow: 'Poll' } },
);

describe('a file of edits', () => {
  it('has what the server does not have, and the copy that it was made on', () => {
    const read = readEditsFile(editsFileText({ flow: 'FW1', client: 'me', editor }));
    expect(read).toMatchObject({ flow: 'FW1', client: 'me', editor: { confirmed: { seq: 7, copy } } });
    expect(read?.editor.pending).toEqual(editor.pending);
  });

  it.each(['', '{', '[]', '{"states": []}', '{"kind": "patchbay-edits", "flow": "FW1", "client": "me"}'])(
    'is not %j',
    (text) => {
      expect(readEditsFile(text)).toBeNull();
    },
  );

  it('with a command of another version is not read', () => {
    const text = editsFileText({ flow: 'FW1', client: 'me', editor }).replace('edit-text', 'rotate');
    expect(readEditsFile(text.replace('"set"', '"rotate"'))).toBeNull();
  });
});
