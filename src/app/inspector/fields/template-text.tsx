/** A text with `{{variables}}`: chips and completion come with its editor. */

import type { Suggestion } from '../code/variable-suggestion.ts';
import { type CodeTextProps, PlainThenCode } from './lazy-code-field.tsx';
import { fetched } from './lazy-module.ts';

const editor = fetched(async () => (await import('../code/template-editor.tsx')).TemplateEditor);

export type TemplateTextProps = CodeTextProps & { suggestions: () => readonly Suggestion[] };

export function TemplateText({ suggestions, ...field }: TemplateTextProps) {
  const className = field.lines > 1 ? 'codehost area' : 'codehost';
  return (
    <PlainThenCode
      {...field}
      className="input"
      editor={editor}
      draw={(Editor, takesOver) => (
        <Editor {...field} suggestions={suggestions} className={className} takesOver={takesOver} />
      )}
    />
  );
}
