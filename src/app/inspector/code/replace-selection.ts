/**
 * Input over a selection, handled by the editor. The browser's own handling copies the style of a replaced chip to
 * an inline style, which the Content Security Policy forbids and reports.
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
    const isHandled = view.state
      .facet(EditorView.inputHandler)
      .some((handle) => handle(view, from, to, text, insert));
    if (!isHandled) view.dispatch(insert());
    return true;
  },
});
