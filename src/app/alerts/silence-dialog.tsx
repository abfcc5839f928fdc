/** Until when an alert is silenced: a time in the time zone of the browser. */

import { useState } from 'react';
import { timeZone } from '../changes/time-zone.ts';
import { FormDialog } from '../ui/forms/form-dialog.tsx';
import { TextField } from '../ui/forms/text-field.tsx';
import { useWords } from '../words/use-words.ts';

/** As the API has it: a year. */
const mostMinutes = 525_600;

/** `onSilence` gets minutes from now on. */
export function SilenceDialog({ onClose, onSilence }: { onClose(): void; onSilence(minutes: number): void }) {
  const t = useWords('alerts');
  const [at, setAt] = useState('');
  const [isTried, setTried] = useState(false);
  // NaN where the field has no time yet.
  const minutes = Math.ceil((new Date(at).getTime() - Date.now()) / 60_000);
  const isRight = minutes > 0 && minutes <= mostMinutes;
  const submit = () => {
    setTried(true);
    if (!isRight) return;
    onSilence(minutes);
    onClose();
  };
  return (
    <FormDialog
      title={t('silenceUntil.title')}
      submit={t('silence')}
      onSubmit={submit}
      onClose={onClose}
      isBusy={false}
    >
      <TextField
        label={t('silenceUntil.label')}
        help={t('silenceUntil.help', { zone: timeZone() })}
        type="datetime-local"
        value={at}
        onChange={setAt}
        error={isTried && !isRight ? t('silenceUntil.wrong') : undefined}
      />
    </FormDialog>
  );
}
