/** A labelled text field, one line or several. */

import type { ReactNode, Ref } from 'react';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { TextArea } from 'react-aria-components/TextArea';
import {
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
} from 'react-aria-components/TextField';
import './field.css';
import { FieldMessage } from './field-message.tsx';

type Kept =
  | 'value'
  | 'defaultValue'
  | 'onChange'
  | 'onBlur'
  | 'onFocus'
  | 'onKeyDown'
  | 'name'
  | 'type'
  | 'autoComplete'
  | 'autoFocus'
  | 'isDisabled'
  | 'isReadOnly'
  | 'isRequired'
  | 'maxLength';

export type TextFieldProps = Pick<AriaTextFieldProps, Kept> & {
  label: string;
  /** The label is read but not seen. */
  hideLabel?: boolean;
  help?: string | undefined;
  /** What is wrong with the value; the field is marked and the sentence is tied to it. */
  error?: string | undefined;
  placeholder?: string | undefined;
  /** More than one gives a text area. */
  lines?: number;
  /** Monospaced, for names, paths and JSON. */
  code?: boolean;
  /** At the right end of the label's line. */
  aside?: ReactNode;
  inputRef?: Ref<HTMLInputElement & HTMLTextAreaElement>;
};

export function TextField(props: TextFieldProps) {
  const { label, hideLabel, help, error, placeholder, lines = 1, code, aside, inputRef, ...rest } = props;
  const look = `input${code ? ' code' : ''}`;
  const hint = placeholder === undefined ? {} : { placeholder };
  return (
    <AriaTextField {...rest} className="field" isInvalid={error !== undefined && error !== ''}>
      <Label className={hideLabel ? 'vh' : 'lab'}>
        {label}
        {aside && <span className="end">{aside}</span>}
      </Label>
      {lines > 1 ? (
        <TextArea
          className={look}
          rows={lines}
          {...hint}
          ref={inputRef ?? null}
          spellCheck={!code}
          dir={code ? 'ltr' : 'auto'}
        />
      ) : (
        <Input
          className={look}
          {...hint}
          ref={inputRef ?? null}
          spellCheck={!code}
          dir={code ? 'ltr' : 'auto'}
        />
      )}
      <FieldMessage help={help} error={error} />
    </AriaTextField>
  );
}
