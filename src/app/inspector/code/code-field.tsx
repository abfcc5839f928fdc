/**
 * A CodeMirror editor as a form field. It is in a shadow root, where its styles are adopted as constructed sheets: in
 * the document they would be a <style> element, which the Content Security Policy forbids. Undo belongs to the
 * document, not to the editor.
 */

import { defaultKeymap } from '@codemirror/commands';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import { EditorView, keymap, placeholder } from '@codemirror/view';
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { codeTheme } from './code-theme.ts';

/** A selection as offsets in the text; `head` is the caret. */
export type TextSelection = { anchor: number; head: number };

export type CodeFieldProps = {
  label: string;
  /** Accessible description: help, or the error. */
  description?: string | undefined;
  isInvalid?: boolean;
  value: string;
  onChange(value: string): void;
  onBlur?(): void;
  placeholder?: string;
  lines?: number;
  /** Called once, when the editor is created. */
  extensions(): Extension;
  /** The selection of the plain field that this editor replaces; null when that had no focus. */
  initialSelection?: RefObject<TextSelection | null>;
  className?: string;
  /** The editor while it is mounted. */
  editorRef?: { current: EditorView | null };
};

/**
 * Input over a selection, handled by the editor. The browser's own handling copies the style of a replaced chip to
 * an inline style, which the Content Security Policy forbids and reports.
 */
const replaceSelectionOnInput: Extension = EditorView.domEventHandlers({
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

/** The page's own shortcuts pass: Ctrl/Cmd+Enter starts a test run wherever the focus is. */
const ownKeys = defaultKeymap.filter(({ key }) => key !== 'Mod-Enter');

export function CodeField(props: CodeFieldProps) {
  const { label, description, isInvalid = false, value, lines = 1, className, editorRef } = props;
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<{ view: EditorView; attributes: Compartment } | null>(null);
  const changed = useEffectEvent((text: string) => {
    if (text !== props.value) props.onChange(text);
  });
  const blurred = useEffectEvent(() => props.onBlur?.());
  const createEditor = useEffectEvent((parent: HTMLElement) => {
    const root = parent.shadowRoot ?? parent.attachShadow({ mode: 'open', delegatesFocus: false });
    const attributes = new Compartment();
    const view = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        doc: value,
        extensions: [
          props.extensions(),
          codeTheme,
          replaceSelectionOnInput,
          attributes.of(attributesOf(label, description, isInvalid, lines)),
          EditorView.lineWrapping,
          props.placeholder ? placeholder(props.placeholder) : [],
          keymap.of(ownKeys),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) changed(update.state.doc.toString());
            if (update.focusChanged && !update.view.hasFocus) blurred();
          }),
        ],
      }),
    });
    // Code that restores the focus knows only the host.
    parent.focus = () => view.focus();
    const selection = props.initialSelection?.current ?? null;
    if (selection !== null) {
      const clamp = (offset: number) => Math.min(offset, view.state.doc.length);
      view.dispatch({ selection: { anchor: clamp(selection.anchor), head: clamp(selection.head) } });
      view.focus();
    }
    return { view, attributes };
  });

  // A layout effect, so that the next key press reaches the editor.
  useLayoutEffect(() => {
    if (host.current === null) return;
    const created = createEditor(host.current);
    editor.current = created;
    if (editorRef) editorRef.current = created.view;
    return () => {
      created.view.destroy();
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
    const created = editor.current;
    created?.view.dispatch({
      effects: created.attributes.reconfigure(attributesOf(label, description, isInvalid, lines)),
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
    dir: 'auto',
    'aria-label': label,
    'aria-multiline': String(lines > 1),
    'aria-invalid': String(isInvalid),
    ...(description ? { 'aria-description': description } : {}),
  });
}

/** The smallest single replacement from `before` to `after`, which preserves the caret. */
function difference(before: string, after: string) {
  let from = 0;
  while (from < before.length && from < after.length && before[from] === after[from]) from += 1;
  let suffix = 0;
  const maxSuffix = Math.min(before.length, after.length) - from;
  while (suffix < maxSuffix && before[before.length - 1 - suffix] === after[after.length - 1 - suffix])
    suffix += 1;
  return { from, to: before.length - suffix, insert: after.slice(from, after.length - suffix) };
}
