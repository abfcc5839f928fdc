/** The code editor of templates: variables as chips, and completion of their paths after `{{`. */

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
import { useRef } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';
import { useLatest } from '../../ui/use-latest.ts';
import { useWords } from '../../words/use-words.ts';
import { CodeField, type CodeFieldProps } from './code-field.tsx';
import { templateHighlighting } from './highlighting.ts';
import { matchSuggestions, type VariableSuggestion } from './variable-suggestion.ts';

export type TemplateEditorProps = Omit<CodeFieldProps, 'extensions'> & {
  /** Called when the completion opens. */
  suggestions: () => readonly VariableSuggestion[];
};

export function TemplateEditor({ suggestions, ...rest }: TemplateEditorProps) {
  const t = useWords('inspector');
  const latestSuggestions = useLatest(suggestions);
  const oneLine = (rest.lines ?? 1) <= 1;
  const extensions = () => templateExtensions(() => latestSuggestions.current(), oneLine);
  const editor = useRef<EditorView | null>(null);
  if (oneLine) return <CodeField {...rest} extensions={extensions} />;
  return (
    <div className="withinsert">
      <CodeField {...rest} extensions={extensions} editorRef={editor} />
      <IconButton
        icon={Braces}
        label={t('insertVariable', { field: rest.label })}
        onPress={() => editor.current && insertVariable(editor.current)}
      />
    </div>
  );
}

function templateExtensions(suggestions: () => readonly VariableSuggestion[], oneLine: boolean): Extension {
  const cache = { current: null };
  return [
    templateHighlighting,
    autocompletion({
      override: [(context) => completionsAt(context, cache, suggestions)],
      icons: false,
      activateOnTyping: true,
      defaultKeymap: false,
      interactionDelay: 0,
      maxRenderedOptions: 200,
    }),
    Prec.highest(
      keymap.of([
        { key: 'Tab', run: (view) => insertFirst(view, suggestions) },
        { key: 'Enter', run: (view) => insertFirst(view, suggestions) },
        { key: 'Escape', run: abandonPendingCompletion },
        ...completionKeymap,
      ]),
    ),
    oneLine ? EditorState.transactionFilter.of((change) => (change.newDoc.lines > 1 ? [] : [change])) : [],
  ];
}

/** A completion that is still being looked up must not take the Escape that leaves the field. */
function abandonPendingCompletion(view: EditorView): boolean {
  if (completionStatus(view.state) === 'pending') closeCompletion(view);
  return false;
}

/** An unclosed output before the caret, whose path is being written. */
const openPath = /\{\{-?\s*([^{}|]*)$/;

/** Inserts `{{` at the caret, or at the end without one, and opens the completion. */
function insertVariable(view: EditorView): void {
  if (view.state.selection.main.head === 0) view.dispatch({ selection: { anchor: view.state.doc.length } });
  view.focus();
  view.dispatch(view.state.replaceSelection('{{'));
  startCompletion(view);
}

/**
 * Inserts the selected completion. While the list is still loading it inserts the first match: the key must neither
 * leave the field nor break the line in the middle of a path. False when no completion is active.
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

type SuggestionCache = { from: number; list: readonly VariableSuggestion[] };

/** The suggestions are computed once per path, not per key press. */
function completionsAt(
  context: CompletionContext,
  cache: { current: SuggestionCache | null },
  suggestions: () => readonly VariableSuggestion[],
) {
  const line = context.state.doc.lineAt(context.pos);
  const open = openPath.exec(line.text.slice(0, context.pos - line.from));
  if (open === null) {
    cache.current = null;
    return null;
  }
  const typed = /[\w.[\]"'-]*$/.exec(open[1] ?? '')?.[0] ?? '';
  const from = context.pos - typed.length;
  if (cache.current?.from !== from) cache.current = { from, list: suggestions() };
  const after = line.text.slice(context.pos - line.from);
  const closing = /^\s*[\w.[\]"'|-]*\s*[^{}]*\}\}/.test(after) ? '' : '}}';
  const options = matchSuggestions(cache.current.list, typed).map((each) => optionOf(each, closing));
  return options.length === 0 ? null : { from, options, filter: false };
}

type PathCompletion = Completion & {
  apply(view: EditorView, offered: Completion, from: number, to: number): void;
};

function optionOf({ path, means, group }: VariableSuggestion, closing: string): PathCompletion {
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
