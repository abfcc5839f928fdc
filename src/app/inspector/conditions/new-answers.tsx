/** The field that adds branches to a split: typed or pasted, one for each answer. */

import { type ClipboardEvent, useState } from 'react';
import { addBranches, splitAnswers } from '#flow/edit/add-branches.ts';
import { TextField } from '../../ui/text-field.tsx';
import { useWords } from '../../words/use-words.ts';
import type { DocumentEditor } from '../document-editor.ts';

export function NewAnswers({ widget, editor }: { widget: string; editor: DocumentEditor }) {
  const t = useWords('inspector');
  const [text, setText] = useState('');
  const add = (answers: string) => {
    setText('');
    if (splitAnswers(answers).length > 0)
      editor.apply({ name: 'changeConditions', widget }, (now) => addBranches(now, widget, answers));
  };
  // A list is added at once; a single word can still be changed before Enter.
  const onPaste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text/plain');
    if (text !== '' || splitAnswers(pasted).length < 2) return;
    event.preventDefault();
    add(pasted);
  };
  return (
    <div data-transition="new" onPaste={onPaste}>
      <TextField
        label={t('newAnswers')}
        placeholder={t('newAnswersHint')}
        help={t('newAnswersHelp')}
        value={text}
        autoComplete="off"
        onChange={setText}
        onKeyDown={(event) => {
          if (event.key === 'Enter') add(text);
          else event.continuePropagation();
        }}
        onBlur={() => add(text)}
      />
    </div>
  );
}
