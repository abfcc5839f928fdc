/** How long this account keeps personal data, and what the last removal came to. */

import { useState } from 'react';
import { auditDays } from '#api/system/audit-days.ts';
import type { RetentionResource } from '#api/system/operations.ts';
import { useRetention, useSaveRetention } from '../../client/operations.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { toast } from '../../ui/overlays/toast.ts';
import { Panel } from '../../ui/panel.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';
import { dateAndTime } from '../../words/time.ts';
import { useWords } from '../../words/use-words.ts';
import { useMayChange } from '../permission-guard.tsx';

export function Retention() {
  const t = useWords('operations');
  return (
    <Panel title={t('retention')}>
      <Loaded query={useRetention()} failedTitle={t('retentionFailed')}>
        {(retention) => (
          <div className="inside stacked">
            <p className="sec">{t('retentionText')}</p>
            <RetentionForm retention={retention} />
            <LastRemoval retention={retention} />
            <AuditRetentionForm retention={retention} />
          </div>
        )}
      </Loaded>
    </Panel>
  );
}

function RetentionForm({ retention }: { retention: RetentionResource }) {
  const t = useWords('operations');
  const { days, longest_days: longest } = retention;
  const [typed, setText] = useState<string | null>(null);
  const text = typed ?? String(days);
  const save = useSaveRetention();
  const mayChange = useMayChange();
  const value = Number(text.trim());
  const isValid = text.trim() !== '' && value > 0 && value <= longest;
  const submit = () => {
    if (!isValid) return;
    // What the installation allows is no wish of the account's own: it goes along when that changes.
    save.mutate(
      { Days: value === longest ? '' : text.trim() },
      {
        onSuccess: () => {
          setText(null);
          toast({ message: t('saved') });
        },
        onError: (failure) => void toast({ message: t('saveFailed', { message: failure.message }) }),
      },
    );
  };
  return (
    <Form onSubmit={submit}>
      <TextField
        label={t('days')}
        value={text}
        onChange={setText}
        help={t('daysHelp', { days: longest })}
        error={isValid ? undefined : t('daysInvalid', { days: longest })}
      />
      <Button type="submit" isDisabled={!isValid || value === days || !mayChange} isBusy={save.isPending}>
        {t('save')}
      </Button>
    </Form>
  );
}

function AuditRetentionForm({ retention }: { retention: RetentionResource }) {
  const t = useWords('operations');
  const [typed, setText] = useState<string | null>(null);
  const text = typed ?? String(retention.audit_days);
  const save = useSaveRetention();
  const mayChange = useMayChange();
  const value = Number(text.trim());
  const { minimum: least, maximum: most } = auditDays;
  const isValid = /^\d+$/.test(text.trim()) && value >= least && value <= most;
  const submit = () => {
    if (!isValid) return;
    save.mutate(
      { AuditDays: value },
      {
        onSuccess: () => {
          setText(null);
          toast({ message: t('saved') });
        },
        onError: (failure) => void toast({ message: t('saveFailed', { message: failure.message }) }),
      },
    );
  };
  return (
    <Form onSubmit={submit}>
      <TextField
        label={t('auditDays')}
        value={text}
        onChange={setText}
        help={t('auditDaysHelp', { least, most })}
        error={isValid ? undefined : t('auditDaysInvalid', { least, most })}
      />
      <Button
        type="submit"
        isDisabled={!isValid || value === retention.audit_days || !mayChange}
        isBusy={save.isPending}
      >
        {t('save')}
      </Button>
    </Form>
  );
}

const countedKinds = ['executions', 'messages', 'calls', 'tasks'] as const;

function LastRemoval({ retention }: { retention: RetentionResource }) {
  const t = useWords('operations');
  const { last_removal: when, last_counts: counts } = retention;
  if (when === null || counts === null) return <p className="small mut">{t('neverRemoved')}</p>;
  return (
    <p className="small mut num">
      {t('lastRemoval', { when: dateAndTime(when) })}{' '}
      {countedKinds.map((name) => t(`counts.${name}`, { count: counts[name] })).join(', ')}
    </p>
  );
}
