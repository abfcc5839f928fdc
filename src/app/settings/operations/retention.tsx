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
import { dateAndTime } from '../../words/date-time.ts';
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
          </div>
        )}
      </Loaded>
    </Panel>
  );
}

/** Only what was changed is sent. */
function RetentionForm({ retention }: { retention: RetentionResource }) {
  const t = useWords('operations');
  const { days, longest_days: longest, audit_days: kept } = retention;
  const { minimum: least, maximum: most } = auditDays;
  const [typed, setTyped] = useState<{ days?: string; auditDays?: string }>({});
  const text = (typed.days ?? String(days)).trim();
  const auditText = (typed.auditDays ?? String(kept)).trim();
  const save = useSaveRetention();
  const mayChange = useMayChange();
  const isDaysValid = text !== '' && Number(text) > 0 && Number(text) <= longest;
  const isAuditValid = /^\d+$/.test(auditText) && Number(auditText) >= least && Number(auditText) <= most;
  const isValid = isDaysValid && isAuditValid;
  const isChanged = Number(text) !== days || Number(auditText) !== kept;
  const submit = () => {
    if (!isValid || !isChanged) return;
    save.mutate(
      {
        // What the installation allows is no wish of the account's own: it goes along when that changes.
        ...(Number(text) !== days && { Days: Number(text) === longest ? '' : text }),
        ...(Number(auditText) !== kept && { AuditDays: Number(auditText) }),
      },
      {
        onSuccess: () => {
          setTyped({});
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
        value={typed.days ?? String(days)}
        onChange={(value) => setTyped({ ...typed, days: value })}
        help={t('daysHelp', { days: longest })}
        error={isDaysValid ? undefined : t('daysInvalid', { days: longest })}
      />
      <TextField
        label={t('auditDays')}
        value={typed.auditDays ?? String(kept)}
        onChange={(value) => setTyped({ ...typed, auditDays: value })}
        help={t('auditDaysHelp', { least, most })}
        error={isAuditValid ? undefined : t('auditDaysInvalid', { least, most })}
      />
      <Button type="submit" isDisabled={!isValid || !isChanged || !mayChange} isBusy={save.isPending}>
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
