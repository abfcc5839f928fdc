/** Says politely to screen readers what others do: each edit once, not each key press. */

import type { FlowEdit } from '#api/flows/working-copy.ts';
import { doneText } from '../../changes/edit-text.ts';
import { announce } from '../../shell/announce.tsx';
import { wordsOf } from '../../words/use-words.ts';

/** A function that takes the edits of others as they arrive. */
export function createEditAnnouncer(): (edits: readonly FlowEdit[]) => void {
  let last = '';
  return (edits) => {
    const newest = edits.at(-1);
    if (newest === undefined) return;
    const t = wordsOf('presence');
    const name = newest.author_name || t('someone');
    const text = t('edited', { name, edit: doneText(newest.label) });
    if (text !== last) announce(text);
    last = text;
  };
}
