/** A text with `{{variables}}`: chips and completion come with its editor. */

import type { Suggestion } from '../suggestion.ts';
import { fetched } from './fetched.ts';
import { type CodeTextProps, PlainThenCode } from './plain-then-code.tsx';

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
