/** The code editor of JSON. Syntax errors are shown by the field around it. */

import { closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete';
import { json } from '@codemirror/lang-json';
import { bracketMatching, indentOnInput } from '@codemirror/language';
import { type Extension, Prec } from '@codemirror/state';
import { keymap } from '@codemirror/view';
import { CodeField, type CodeFieldProps } from './code-field.tsx';
import { jsonHighlighting, templateHighlighting } from './highlighting.ts';

const jsonExtensions: Extension = [
  json(),
  jsonHighlighting,
  templateHighlighting,
  bracketMatching(),
  closeBrackets(),
  indentOnInput(),
  Prec.high(keymap.of(closeBracketsKeymap)),
];

export function JsonEditor(props: Omit<CodeFieldProps, 'extensions'>) {
  return <CodeField {...props} extensions={() => jsonExtensions} />;
}
