/**
 * A text that is a plain field at once and becomes a code editor when that has been fetched. Whoever is typing
 * notices nothing: the editor takes over focus, caret and selection in the same moment in which the plain field goes.
 */

import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { Input } from 'react-aria-components/Input';
import { TextArea } from 'react-aria-components/TextArea';
import type { TextSelection } from '../code/code-field.tsx';
import { type LazyModule, useLazyModule } from './lazy-module.ts';

export type CodeTextProps = {
  label: string;
  description?: string | undefined;
  isInvalid: boolean;
  value: string;
  onChange(value: string): void;
  onBlur(): void;
  placeholder?: string;
  lines: number;
};

export type LazyCodeFieldProps<Editor> = CodeTextProps & {
  /** Of the plain field. */
  className: string;
  editor: LazyModule<Editor>;
  /** Draws the editor that has come; `takesOver` is what was marked in the plain field when it went. */
  draw(editor: Editor, takesOver: RefObject<TextSelection | null>): ReactNode;
};

export function LazyCodeField<Editor>({ editor, draw, ...field }: LazyCodeFieldProps<Editor>) {
  const here = useLazyModule(editor);
  const marked = useRef<TextSelection | null>(null);
  // A letter that is still being composed would be cut off in the middle.
  const [isComposing, setComposing] = useState(false);
  if (here !== null && !isComposing) return draw(here, marked);
  return <Plain {...field} marked={marked} onComposing={setComposing} />;
}

type PlainProps = CodeTextProps & {
  className: string;
  marked: RefObject<TextSelection | null>;
  onComposing(isComposing: boolean): void;
};

type TextControl = HTMLInputElement | HTMLTextAreaElement;

function Plain({ label, description, isInvalid, lines, marked, onComposing, ...rest }: PlainProps) {
  const control = useRef<TextControl | null>(null);
  useLayoutEffect(() => {
    const { current } = control;
    // Runs while the field still stands in the page with the focus that it has.
    return () => {
      marked.current = current && markedIn(current);
    };
  }, [marked]);
  const attributes = {
    ...rest,
    'aria-label': label,
    'aria-invalid': isInvalid,
    ...(description !== undefined && { 'aria-description': description }),
    ref(field: TextControl | null) {
      control.current = field;
    },
    onChange: (event: { currentTarget: TextControl }) => rest.onChange(event.currentTarget.value),
    onCompositionStart: () => onComposing(true),
    onCompositionEnd: () => onComposing(false),
  };
  return lines > 1 ? <TextArea {...attributes} rows={lines} /> : <Input {...attributes} />;
}

/** What is marked in the field, from where the marking began to where the caret is; null without focus. */
function markedIn(field: TextControl): TextSelection | null {
  if (field.ownerDocument.activeElement !== field) return null;
  const [start, end] = [field.selectionStart ?? field.value.length, field.selectionEnd ?? field.value.length];
  return field.selectionDirection === 'backward'
    ? { anchor: end, head: start }
    : { anchor: start, head: end };
}
