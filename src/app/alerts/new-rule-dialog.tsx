/** Choosing what a rule of its own is made for: one kind, one flow. */

import { useState } from 'react';
import { type AlertKind, kindsOfFlows } from '#api/alerts/kinds.ts';
import { useFlowSummaries } from '../client/flows.ts';
import { FormDialog } from '../ui/forms/form-dialog.tsx';
import { Select } from '../ui/forms/select.tsx';
import { useWords } from '../words/use-words.ts';

const kinds = kindsOfFlows as readonly AlertKind[];

export function NewRuleDialog({ onClose, onChosen }: { onClose(): void; onChosen(key: string): void }) {
  const t = useWords('alerts');
  const flows = useFlowSummaries();
  const [kind, setKind] = useState<AlertKind>('no-starts');
  const [flow, setFlow] = useState<string | null>(null);
  const [isTried, setTried] = useState(false);
  const submit = () => {
    setTried(true);
    if (flow === null) return;
    onChosen(`${kind}.${flow}`);
    onClose();
  };
  return (
    <FormDialog
      title={t('rule.title')}
      submit={t('rule.submit')}
      onSubmit={submit}
      onClose={onClose}
      isBusy={false}
    >
      <Select<AlertKind>
        label={t('rule.kind')}
        value={kind}
        onChange={setKind}
        options={kinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
      />
      <Select<string>
        label={t('rule.flow')}
        value={flow}
        onChange={setFlow}
        error={isTried && flow === null ? t('target.missing') : undefined}
        options={(flows.data ?? []).map(({ sid, friendly_name }) => ({ value: sid, label: friendly_name }))}
      />
    </FormDialog>
  );
}
