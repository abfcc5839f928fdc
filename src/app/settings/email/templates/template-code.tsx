/** The code of one text of a template: its tags as chips, and the lines marked that have a problem. */

import { StateEffect, StateField } from '@codemirror/state';
import { Decoration, EditorView, lineNumbers } from '@codemirror/view';
import { useEffect, useId, useRef } from 'react';
import '../../../inspector/code/code-field.css';
import { CodeField } from '../../../inspector/code/code-field.tsx';
import { templateHighlighting } from '../../../inspector/code/highlighting.ts';
import type { TemplateProblem } from './template-preview.ts';

/** A place in the text; both count from 1. */
export type CodePlace = { line: number; column: number };

type TemplateCodeProps = {
  label: string;
  value: string;
  lines: number;
  problems: readonly TemplateProblem[];
  onChange(text: string): void;
  /** Where the caret is put, each time that it is another object. */
  caret: CodePlace | null;
};

export function TemplateCode({ label, value, lines, problems, onChange, caret }: TemplateCodeProps) {
  const id = useId();
  const editor = useRef<EditorView | null>(null);
  const faults = problems.flatMap(({ line }) => line ?? []).join(' ');
  useEffect(() => {
    const marked = faults === '' ? [] : faults.split(' ').map(Number);
    editor.current?.dispatch({ effects: markLines.of(marked) });
  }, [faults]);
  useEffect(() => {
    const view = editor.current;
    if (view === null || caret === null) return;
    const { from, to } = view.state.doc.line(Math.min(caret.line, view.state.doc.lines));
    const anchor = Math.min(from + caret.column - 1, to);
    view.dispatch({ selection: { anchor }, scrollIntoView: true });
    view.focus();
  }, [caret]);
  return (
    <div className="field">
      <span className="lab" id={id}>
        {label}
      </span>
      <CodeField
        label={label}
        value={value}
        lines={lines}
        isInvalid={problems.some(({ kind }) => kind !== 'missing')}
        onChange={onChange}
        extensions={() => [templateHighlighting, markedLines, lines > 1 ? lineNumbers() : []]}
        className={lines > 10 ? 'codehost code tall' : 'codehost code'}
        editorRef={editor}
      />
    </div>
  );
}

const markLines = StateEffect.define<readonly number[]>();

const fault = Decoration.line({ class: 'cm-fault' });

const markedLines = StateField.define({
  create: () => Decoration.none,
  update(marks, { changes, effects, state }) {
    for (const effect of effects) {
      if (!effect.is(markLines)) continue;
      const known = effect.value.filter((line) => line <= state.doc.lines);
      const lines = [...new Set(known)].sort((a, b) => a - b);
      return Decoration.set(lines.map((line) => fault.range(state.doc.line(line).from)));
    }
    return marks.map(changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});
