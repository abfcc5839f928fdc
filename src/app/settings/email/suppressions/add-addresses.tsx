/** A line that adds addresses to a list. */

import type { UseMutationResult } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { RecipientEmails } from '#api/email/suppressions.ts';
import { Button } from '../../../ui/button.tsx';
import { Form } from '../../../ui/forms/form.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { toast } from '../../../ui/overlays/toast.ts';
import { useWords } from '../../../words/use-words.ts';
import { fieldError } from '../field-errors.ts';

export function AddAddresses({
  change,
}: {
  change: UseMutationResult<RecipientEmails, Error, string[], unknown>;
}) {
  const t = useWords('email');
  const [text, setText] = useState('');
  const [isMissing, setMissing] = useState(false);
  const submit = () => {
    const emails = text.split(/[\s,;]+/).filter((each) => each !== '');
    setMissing(emails.length === 0);
    if (emails.length === 0) return;
    change.mutate(emails, {
      onSuccess: ({ recipient_emails: { length: count } }) => {
        setText('');
        toast({ message: t('suppressions.added', { count }) });
      },
    });
  };
  const refusal = change.error
    ? (fieldError(change.error, 'recipient_emails') ?? change.error.message)
    : undefined;
  return (
    <Form className="inside field-row adding" onSubmit={submit}>
      <TextField
        label={t('suppressions.addLabel')}
        help={t('suppressions.addHelp')}
        value={text}
        onChange={(next) => {
          setText(next);
          setMissing(false);
          change.reset();
        }}
        error={isMissing ? t('suppressions.addMissing') : refusal}
      />
      <Button size="lg" icon={Plus} type="submit" isBusy={change.isPending}>
        {t('suppressions.add')}
      </Button>
    </Form>
  );
}
