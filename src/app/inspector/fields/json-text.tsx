/** A text of JSON: its colours come with its editor. */

import { type CodeTextProps, LazyCodeField } from './lazy-code-field.tsx';
import { lazyModule } from './lazy-module.ts';

const editor = lazyModule(async () => (await import('../code/json-editor.tsx')).JsonEditor);

export type JsonTextProps = CodeTextProps & { className?: string };

export function JsonText({ className = 'codehost area code', ...field }: JsonTextProps) {
  return (
    <LazyCodeField
      {...field}
      className="input code"
      editor={editor}
      draw={(Editor, takesOver) => <Editor {...field} className={className} takesOver={takesOver} />}
    />
  );
}
