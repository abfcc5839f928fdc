/** A text of JSON: its colours come with its editor. */

import { type CodeTextProps, PlainThenCode } from './lazy-code-field.tsx';
import { fetched } from './lazy-module.ts';

const editor = fetched(async () => (await import('../code/json-editor.tsx')).JsonEditor);

export type JsonTextProps = CodeTextProps & { className?: string };

export function JsonText({ className = 'codehost area code', ...field }: JsonTextProps) {
  return (
    <PlainThenCode
      {...field}
      className="input code"
      editor={editor}
      draw={(Editor, takesOver) => <Editor {...field} className={className} takesOver={takesOver} />}
    />
  );
}
