/** Silencing a rule on a widget, with a reason. */

import { useState } from 'react';
import type { Finding } from '#flow/validation/finding.ts';
import { silence, widgetOfFinding } from '#flow/validation/silenced.ts';
import { FormDialog } from '../../../ui/forms/form-dialog.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { findingText } from '../../../words/finding-texts.ts';
import { useWords } from '../../../words/use-words.ts';
import { useDesigner } from '../../designer-context.tsx';

export function SilenceDialog({ finding, onClose }: { finding: Finding; onClose(): void }) {
  const t = useWords('designer');
  const { document, findings } = useDesigner();
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const submit = () => {
    setTried(true);
    if (reason.trim() === '') return;
    const { definition } = document.getState().history.present;
    const widget = widgetOfFinding(definition, finding);
    document.apply({ name: 'silence', rule: finding.code, widget }, (now) =>
      silence(now, { widget, rule: finding.code, reason: reason.trim() }),
    );
    void findings.check();
    onClose();
  };
  return (
    <FormDialog
      title={t('silenceTitle')}
      submit={t('silence')}
      onSubmit={submit}
      onClose={onClose}
      isBusy={false}
    >
      <p className="sec">{findingText(finding)}</p>
      <TextField
        label={t('silenceReason')}
        help={t('silenceHelp')}
        autoFocus
        value={reason}
        onChange={setReason}
        maxLength={300}
        error={isTried && reason.trim() === '' ? t('silenceReasonMissing') : undefined}
      />
    </FormDialog>
  );
}
