/**
 * A text field that is replaced by a code editor once that is loaded. Typing is not interrupted: the editor takes
 * over focus and selection in the commit that removes the plain field.
 */

import { type ComponentType, type RefObject, useLayoutEffect, useRef, useState } from 'react';
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

/** `initialSelection` is the selection of the plain field when it was removed. */
type EditorProps<Own> = Own & { initialSelection: RefObject<TextSelection | null> };

export type LazyCodeFieldProps<Own> = CodeTextProps & {
  /** Of the plain field. */
  className: string;
  editor: LazyModule<ComponentType<EditorProps<Own>>>;
  editorProps: Own;
};

export function LazyCodeField<Own>({ editor, editorProps, ...field }: LazyCodeFieldProps<Own>) {
  const Editor = useLazyModule(editor);
  const selection = useRef<TextSelection | null>(null);
  // Replacing the field would abort an input method composition.
  const [isComposing, setComposing] = useState(false);
  if (Editor !== null && !isComposing) return <Editor {...editorProps} initialSelection={selection} />;
  return <Plain {...field} selection={selection} onComposing={setComposing} />;
}

type PlainProps = CodeTextProps & {
  className: string;
  selection: RefObject<TextSelection | null>;
  onComposing(isComposing: boolean): void;
};

type TextControl = HTMLInputElement | HTMLTextAreaElement;

function Plain({ label, description, isInvalid, lines, selection, onComposing, ...rest }: PlainProps) {
  const control = useRef<TextControl | null>(null);
  useLayoutEffect(() => {
    const { current } = control;
    // The layout effect's cleanup runs while the field is still in the document and focused.
    return () => {
      selection.current = current && selectionIn(current);
    };
  }, [selection]);
  const attributes = {
    ...rest,
    dir: 'auto',
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

/** The selection in the field with its direction; null without focus. */
function selectionIn(field: TextControl): TextSelection | null {
  if (field.ownerDocument.activeElement !== field) return null;
  const [start, end] = [field.selectionStart ?? field.value.length, field.selectionEnd ?? field.value.length];
  return field.selectionDirection === 'backward'
    ? { anchor: end, head: start }
    : { anchor: start, head: end };
}
