/** The editor of a template field: variables as chips, and completion of their paths after `{{`. */

import {
  acceptCompletion,
  autocompletion,
  type Completion,
  CompletionContext,
  closeCompletion,
  completionKeymap,
  completionStatus,
  startCompletion,
} from '@codemirror/autocomplete';
import { EditorState, type Extension, Prec } from '@codemirror/state';
import { type EditorView, keymap } from '@codemirror/view';
import { Braces } from 'lucide-react';
import { useMemo, useRef } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';
import { useWords } from '../../words/use-words.ts';
import { CodeField, type CodeFieldProps } from './code-field.tsx';
import { templateHighlighting } from './highlighting.ts';
import { matchSuggestions, type VariableSuggestion } from './variable-suggestion.ts';

export type TemplateEditorProps = Omit<CodeFieldProps, 'extensions'> & {
  /** Asked for when the completion opens. */
  suggestions: () => readonly VariableSuggestion[];
};

export function TemplateEditor({ suggestions, ...rest }: TemplateEditorProps) {
  const t = useWords('inspector');
  const newest = useRef(suggestions);
  newest.current = suggestions;
  const known = useRef<Known | null>(null);
  const oneLine = (rest.lines ?? 1) <= 1;
  const extensions = useMemo<Extension>(
    () => [
      templateHighlighting,
      autocompletion({
        override: [(context) => completionsAt(context, known, newest.current)],
        icons: false,
        activateOnTyping: true,
        defaultKeymap: false,
        interactionDelay: 0,
        maxRenderedOptions: 200,
      }),
      Prec.highest(
        keymap.of([
          { key: 'Tab', run: (view) => insertFirst(view, newest.current) },
          { key: 'Enter', run: (view) => insertFirst(view, newest.current) },
          ...completionKeymap,
        ]),
      ),
      oneLine ? EditorState.transactionFilter.of((change) => (change.newDoc.lines > 1 ? [] : [change])) : [],
    ],
    [oneLine],
  );
  const editor = useRef<EditorView | null>(null);
  if (oneLine) return <CodeField {...rest} extensions={extensions} />;
  return (
    <div className="withinsert">
      <CodeField {...rest} extensions={extensions} editorRef={editor} />
      <IconButton
        icon={Braces}
        label={t('insertVariable', { field: rest.label })}
        onPress={() => editor.current && beginVariable(editor.current)}
      />
    </div>
  );
}

/** What may stand between `{{` and the caret while a path is being written. */
const openPath = /\{\{-?\s*([^{}|]*)$/;

/** Opens an output at the caret, at the end where there was none yet, with the list of what can stand in it. */
function beginVariable(view: EditorView): void {
  if (view.state.selection.main.head === 0) view.dispatch({ selection: { anchor: view.state.doc.length } });
  view.focus();
  view.dispatch(view.state.replaceSelection('{{'));
  startCompletion(view);
}

/**
 * Inserts what is chosen in the list. Whoever types faster than the list opens gets its first entry: the key must
 * neither leave the field nor break the line in the middle of a path. False where no list is open or on its way.
 */
function insertFirst(view: EditorView, suggestions: () => readonly VariableSuggestion[]): boolean {
  if (completionStatus(view.state) === null) return false;
  if (acceptCompletion(view)) return true;
  const { head } = view.state.selection.main;
  const found = completionsAt(new CompletionContext(view.state, head, false), { current: null }, suggestions);
  const first = found?.options[0];
  if (found === null || first === undefined) return false;
  first.apply(view, first, found.from, head);
  closeCompletion(view);
  return true;
}

type Known = { from: number; list: readonly VariableSuggestion[] };

/** Variables are asked for once for each path that is written, not for each of its letters. */
function completionsAt(
  context: CompletionContext,
  known: { current: Known | null },
  ask: () => readonly VariableSuggestion[],
) {
  const line = context.state.doc.lineAt(context.pos);
  const open = openPath.exec(line.text.slice(0, context.pos - line.from));
  if (open === null) {
    known.current = null;
    return null;
  }
  const typed = /[\w.[\]"'-]*$/.exec(open[1] ?? '')?.[0] ?? '';
  const from = context.pos - typed.length;
  if (known.current?.from !== from) known.current = { from, list: ask() };
  const after = line.text.slice(context.pos - line.from);
  const closing = /^\s*[\w.[\]"'|-]*\s*[^{}]*\}\}/.test(after) ? '' : '}}';
  const options = matchSuggestions(known.current.list, typed).map((each) => optionOf(each, closing));
  return options.length === 0 ? null : { from, options, filter: false };
}

type Offered = Completion & { apply(view: EditorView, offered: Completion, from: number, to: number): void };

function optionOf({ path, means, group }: VariableSuggestion, closing: string): Offered {
  return {
    label: path,
    displayLabel: path.startsWith(`${group}.`) ? path.slice(group.length + 1) : path,
    detail: means,
    section: group,
    apply: (view, _, from, to) => {
      const rest = view.state.doc.sliceString(to, Math.min(view.state.doc.length, to + 200));
      const end = to + (/^[\w.[\]"'-]*/.exec(rest)?.[0].length ?? 0);
      const insert = path + closing;
      view.dispatch({
        changes: { from, to: end, insert },
        selection: { anchor: from + insert.length + (closing === '' ? 2 : 0) },
        userEvent: 'input.complete',
      });
    },
  };
}
