/**
 * A CodeMirror editor as a form field. It stands in a shadow root, because there its styles are adopted as
 * constructed sheets: in the document they would be a <style> element, which the content policy forbids.
 * It keeps no undo of its own; the document does.
 */

import { defaultKeymap } from '@codemirror/commands';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import { EditorView, keymap, placeholder } from '@codemirror/view';
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { codeTheme } from './code-theme.ts';
import { replaceSelectionOnInput } from './replace-selection.ts';

/** A selection as places in the text; `head` is where the caret is. */
export type TextSelection = { anchor: number; head: number };

export type CodeFieldProps = {
  label: string;
  /** Read after the label: help, or what is wrong. */
  description?: string | undefined;
  isInvalid?: boolean;
  value: string;
  onChange(value: string): void;
  onBlur?(): void;
  placeholder?: string;
  lines?: number;
  /** Fixed for the life of the field. */
  extensions: Extension;
  /** What was marked in the plain field that this one takes over from; null when that had no focus. */
  takesOver?: RefObject<TextSelection | null>;
  className?: string;
  /** The editor, while it stands. */
  editorRef?: { current: EditorView | null };
};

export function CodeField(props: CodeFieldProps) {
  const { label, description, isInvalid = false, value, lines = 1, className, editorRef } = props;
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<{ view: EditorView; said: Compartment } | null>(null);
  const changed = useEffectEvent((text: string) => {
    if (text !== props.value) props.onChange(text);
  });
  const left = useEffectEvent(() => props.onBlur?.());
  const begin = useEffectEvent((parent: HTMLElement) => {
    const root = parent.shadowRoot ?? parent.attachShadow({ mode: 'open', delegatesFocus: false });
    const said = new Compartment();
    const view = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        doc: value,
        extensions: [
          props.extensions,
          codeTheme,
          replaceSelectionOnInput,
          said.of(attributesOf(label, description, isInvalid, lines)),
          EditorView.lineWrapping,
          props.placeholder ? placeholder(props.placeholder) : [],
          keymap.of(defaultKeymap),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) changed(update.state.doc.toString());
            if (update.focusChanged && !update.view.hasFocus) left();
          }),
        ],
      }),
    });
    const marked = props.takesOver?.current ?? null;
    if (marked !== null) {
      const within = (place: number) => Math.min(place, view.state.doc.length);
      view.dispatch({ selection: { anchor: within(marked.anchor), head: within(marked.head) } });
      view.focus();
    }
    return { view, said };
  });

  // Before the next key can be pressed, which would go elsewhere.
  useLayoutEffect(() => {
    if (host.current === null) return;
    const made = begin(host.current);
    editor.current = made;
    if (editorRef) editorRef.current = made.view;
    return () => {
      made.view.destroy();
      editor.current = null;
      if (editorRef) editorRef.current = null;
    };
  }, [editorRef]);

  useLayoutEffect(() => {
    const view = editor.current?.view;
    if (view && view.state.doc.toString() !== value)
      view.dispatch({ changes: difference(view.state.doc.toString(), value) });
  }, [value]);

  useEffect(() => {
    const made = editor.current;
    made?.view.dispatch({
      effects: made.said.reconfigure(attributesOf(label, description, isInvalid, lines)),
    });
  }, [label, description, isInvalid, lines]);

  return <div ref={host} className={className ?? 'codehost'} data-invalid={isInvalid || undefined} />;
}

function attributesOf(
  label: string,
  description: string | undefined,
  isInvalid: boolean,
  lines: number,
): Extension {
  return EditorView.contentAttributes.of({
    'aria-label': label,
    'aria-multiline': String(lines > 1),
    'aria-invalid': String(isInvalid),
    ...(description ? { 'aria-description': description } : {}),
  });
}

/** The smallest single change that makes `after` of `before`: the caret stays where it can. */
function difference(before: string, after: string) {
  let from = 0;
  while (from < before.length && from < after.length && before[from] === after[from]) from += 1;
  let tail = 0;
  const most = Math.min(before.length, after.length) - from;
  while (tail < most && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1;
  return { from, to: before.length - tail, insert: after.slice(from, after.length - tail) };
}
