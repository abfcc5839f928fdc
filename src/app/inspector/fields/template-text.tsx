/** A text field with `{{variables}}`; highlighting and completion load with its editor. */

import type { VariableSuggestion } from '../code/variable-suggestion.ts';
import { type CodeTextProps, LazyCodeField } from './lazy-code-field.tsx';
import { lazyModule } from './lazy-module.ts';

const editor = lazyModule(async () => (await import('../code/template-editor.tsx')).TemplateEditor);

export type TemplateTextProps = CodeTextProps & { suggestions: () => readonly VariableSuggestion[] };

export function TemplateText({ suggestions, ...field }: TemplateTextProps) {
  const className = field.lines > 1 ? 'codehost area' : 'codehost';
  return (
    <LazyCodeField
      {...field}
      className="input"
      editor={editor}
      editorProps={{ ...field, suggestions, className }}
    />
  );
}
