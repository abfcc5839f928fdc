/** A text field of JSON; highlighting loads with its editor. */

import { type CodeTextProps, LazyCodeField } from './lazy-code-field.tsx';
import { lazyModule } from './lazy-module.ts';

const editor = lazyModule(async () => (await import('../code/json-editor.tsx')).JsonEditor);

export type JsonTextProps = CodeTextProps & { className?: string };

export function JsonText({ className = 'codehost area code', ...field }: JsonTextProps) {
  return (
    <LazyCodeField {...field} className="input code" editor={editor} editorProps={{ ...field, className }} />
  );
}
