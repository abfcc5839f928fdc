/**
 * Typing over a selection, done by the editor itself. Left to the browser, the new text would inherit the look of
 * the chip that it replaces as an inline style, which the content policy forbids and reports.
 */

import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

export const replaceSelectionOnInput: Extension = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { from, to, empty } = view.state.selection.main;
    if (event.inputType !== 'insertText' || event.data === null || empty || view.composing) return false;
    const text = event.data;
    const insert = () =>
      view.state.update(view.state.replaceSelection(text), { userEvent: 'input.type', scrollIntoView: true });
    const isTaken = view.state
      .facet(EditorView.inputHandler)
      .some((handle) => handle(view, from, to, text, insert));
    if (!isTaken) view.dispatch(insert());
    return true;
  },
});
