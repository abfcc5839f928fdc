/** A text of JSON: a plain area at once, the editor with colours when it has come. */

import { lazy, Suspense } from 'react';
import { TextArea } from 'react-aria-components/TextArea';

const JsonEditor = lazy(() =>
  import('../code/json-editor.tsx').then(({ JsonEditor }) => ({ default: JsonEditor })),
);

export type JsonTextProps = {
  label: string;
  description?: string | undefined;
  isInvalid: boolean;
  value: string;
  onChange(value: string): void;
  onBlur(): void;
  lines: number;
  className?: string;
};

export function JsonText(props: JsonTextProps) {
  const { label, description, isInvalid, value, onChange, onBlur, lines, className } = props;
  return (
    <Suspense
      fallback={
        <TextArea
          className="input code"
          aria-label={label}
          aria-invalid={isInvalid}
          {...(description !== undefined && { 'aria-description': description })}
          rows={lines}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          onBlur={onBlur}
        />
      }
    >
      <JsonEditor {...props} className={className ?? 'codehost area code'} />
    </Suspense>
  );
}
