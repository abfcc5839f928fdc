/** A text with `{{variables}}`: a plain field at once, the editor with chips and completion when it has come. */

import { lazy, Suspense, useRef } from 'react';
import { Input } from 'react-aria-components/Input';
import { TextArea } from 'react-aria-components/TextArea';
import type { Suggestion } from '../suggestion.ts';

const TemplateEditor = lazy(() =>
  import('../code/template-editor.tsx').then(({ TemplateEditor }) => ({ default: TemplateEditor })),
);

export type TemplateTextProps = {
  label: string;
  description?: string | undefined;
  isInvalid: boolean;
  value: string;
  onChange(value: string): void;
  onBlur(): void;
  placeholder?: string;
  lines: number;
  suggestions: () => readonly Suggestion[];
};

export function TemplateText(props: TemplateTextProps) {
  const { label, description, isInvalid, value, onChange, onBlur, placeholder, lines } = props;
  const caret = useRef<number | null>(null);
  const plain = {
    className: 'input',
    'aria-label': label,
    'aria-invalid': isInvalid,
    ...(description !== undefined && { 'aria-description': description }),
    value,
    placeholder: placeholder ?? '',
    onBlur: () => {
      caret.current = null;
      onBlur();
    },
    onSelect: (event: { currentTarget: HTMLInputElement | HTMLTextAreaElement }) => {
      caret.current = event.currentTarget.selectionStart;
    },
    onChange: (event: { currentTarget: HTMLInputElement | HTMLTextAreaElement }) => {
      caret.current = event.currentTarget.selectionStart;
      onChange(event.currentTarget.value);
    },
  };
  const fallback = lines > 1 ? <TextArea {...plain} rows={lines} /> : <Input {...plain} />;
  return (
    <Suspense fallback={fallback}>
      <Upgraded {...props} caret={caret} />
    </Suspense>
  );
}

/** Reads where the caret was only when the editor is there to take it over. */
function Upgraded({ caret, ...props }: TemplateTextProps & { caret: { current: number | null } }) {
  return (
    <TemplateEditor
      {...props}
      className={props.lines > 1 ? 'codehost area' : 'codehost'}
      caret={caret.current}
    />
  );
}
