/** Erases a contact once its first value was typed again. */

import { useId, useState } from 'react';
import { type NamedContact, useEraseContact } from '../../client/contacts.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { toast } from '../../ui/overlays/toast.ts';
import { useWords } from '../../words/use-words.ts';

type EraseDialogProps = { contact: NamedContact; onClose(): void; onErased(): void };

export function EraseDialog({ contact, onClose, onErased }: EraseDialogProps) {
  const t = useWords('contacts');
  const ui = useWords('ui');
  const form = useId();
  const [typed, setTyped] = useState('');
  const [isWrong, setWrong] = useState(false);
  const erase = useEraseContact();
  const [value = ''] = contact.values;
  const submit = () => {
    const isSame = typed.trim() === value;
    setWrong(!isSame);
    if (!isSame || erase.isPending) return;
    erase.mutate(contact, {
      onSuccess() {
        toast({ message: t('started') });
        onErased();
      },
    });
  };
  return (
    <Dialog
      title={t('eraseTitle')}
      isOpen
      onClose={onClose}
      isBusy={erase.isPending}
      failure={erase.error?.message}
      footer={
        <>
          <Button size="lg" onPress={onClose} isDisabled={erase.isPending}>
            {ui('cancel')}
          </Button>
          <Button size="lg" kind="danger" type="submit" form={form} isBusy={erase.isPending}>
            {t('eraseSubmit')}
          </Button>
        </>
      }
    >
      <Form id={form} className="fields" onSubmit={submit}>
        <p>{t('eraseText')}</p>
        <TextField
          label={t('typeAgain', { value })}
          value={typed}
          onChange={(text) => {
            setTyped(text);
            setWrong(false);
          }}
          error={isWrong ? t('typedWrong') : undefined}
          autoComplete="off"
          autoFocus
        />
      </Form>
    </Dialog>
  );
}
