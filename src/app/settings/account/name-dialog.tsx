/** A form for something new of the account, which begins with its name. */

import { useState } from 'react';
import { FormDialog, type FormDialogProps } from '../../ui/forms/form-dialog.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { useWords } from '../../words/use-words.ts';

type NameDialogProps = Omit<FormDialogProps, 'onSubmit'> & {
  nameHelp?: string;
  /** Called with the name, which is not empty. */
  onSubmit(name: string): void;
};

/** The children are further fields. */
export function NameDialog({ nameHelp, onSubmit, children, ...form }: NameDialogProps) {
  const t = useWords('account');
  const [text, setText] = useState('');
  const [isTried, setTried] = useState(false);
  const name = text.trim();
  const submit = () => {
    setTried(true);
    if (name !== '') onSubmit(name);
  };
  return (
    <FormDialog {...form} onSubmit={submit}>
      <TextField
        label={t('form.name')}
        {...(nameHelp !== undefined && { help: nameHelp })}
        value={text}
        onChange={setText}
        maxLength={100}
        autoFocus
        error={isTried && name === '' ? t('form.nameMissing') : undefined}
      />
      {children}
    </FormDialog>
  );
}
