/** Syntax highlighting of templates and JSON. */

import type { Extension } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  MatchDecorator,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';

/** `{{…}}` as chips, `{%…%}` in mono, and an unclosed output in the colour of a chip. */
export const templateHighlighting = highlight(/(\{\{[^{}]*\}\})|(\{%[^%]*%\})|(\{\{[^{}]*$)/g, (match) => {
  if (match[1] !== undefined) return 'cm-variable';
  return match[2] === undefined ? 'cm-open' : 'cm-tag';
});

/** Keys, texts, numbers and literals of JSON. */
export const jsonHighlighting = highlight(
  /"(?:[^"\\\n]|\\.)*"(?=(\s*:)?)|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|\b(?:true|false|null)\b/g,
  (match) => {
    if (match[2] !== undefined) return 'cm-number';
    if (!match[0].startsWith('"')) return 'cm-literal';
    return match[1] === undefined ? 'cm-string' : 'cm-key';
  },
);

function highlight(regexp: RegExp, classOf: (match: RegExpExecArray) => string): Extension {
  const decorator = new MatchDecorator({
    regexp,
    decoration: (match) => Decoration.mark({ class: classOf(match) }),
  });
  return ViewPlugin.fromClass(
    class {
      marks: DecorationSet;
      constructor(view: EditorView) {
        this.marks = decorator.createDeco(view);
      }
      update(update: ViewUpdate) {
        this.marks = decorator.updateDeco(update, this.marks);
      }
    },
    { decorations: (plugin) => plugin.marks },
  );
}
