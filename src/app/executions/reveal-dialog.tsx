/** Showing what is masked in an execution: with a reason, for a while. */

import '../words/chunks/execution-words.ts';
import { useState } from 'react';
import { revealMinutes, revealReasonLength } from '#api/executions/reveal-limits.ts';
import { useReveal } from '../client/executions/reveals.ts';
import { FormDialog } from '../ui/forms/form-dialog.tsx';
import { TextField } from '../ui/forms/text-field.tsx';
import { useWords } from '../words/use-words.ts';

type RevealDialogProps = { sid: string; onClose(): void; onShown?(until: number): void };

export function RevealDialog({ sid, onClose, onShown }: RevealDialogProps) {
  const t = useWords('executions');
  const reveal = useReveal(sid);
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const isShort = reason.trim().length < revealReasonLength.minLength;
  const submit = () => {
    setTried(true);
    if (isShort) return;
    reveal.mutate(reason.trim(), {
      onSuccess: ({ date_expires: until }) => {
        onShown?.(Date.parse(until));
        onClose();
      },
    });
  };
  return (
    <FormDialog
      title={t('reveal.title')}
      submit={t('reveal.submit')}
      onSubmit={submit}
      onClose={onClose}
      isBusy={reveal.isPending}
      failure={reveal.error?.message}
    >
      <p>{t('reveal.lead', { count: revealMinutes })}</p>
      <TextField
        label={t('reveal.reason')}
        help={t('reveal.reasonHelp')}
        value={reason}
        onChange={setReason}
        maxLength={revealReasonLength.maxLength}
        autoFocus
        error={isTried && isShort ? t('reveal.reasonMissing') : undefined}
      />
    </FormDialog>
  );
}
