/** A text of JSON: its colours come with its editor. */

import { fetched } from './fetched.ts';
import { type CodeTextProps, PlainThenCode } from './plain-then-code.tsx';

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
