/** Adding a target: an email address, a webhook, or a flow with the number it is started for. */

import { useState } from 'react';
import { targetKinds } from '#api/alerts/kinds.ts';
import type { TargetResource } from '#api/alerts/schemas.ts';
import { useAlertSummary } from '../client/alert-summary.ts';
import { useFlowSummaries } from '../client/flows.ts';
import { FormDialog } from '../ui/forms/form-dialog.tsx';
import { Select } from '../ui/forms/select.tsx';
import { TextField } from '../ui/forms/text-field.tsx';
import { useWords } from '../words/use-words.ts';
import type { DraftTarget } from './draft-target.ts';

type Kind = TargetResource['kind'];

const labels = { email: 'target.email', webhook: 'target.webhook', flow: 'target.to' } as const;

export function TargetDialog({ onClose, onAdd }: { onClose(): void; onAdd(target: DraftTarget): void }) {
  const t = useWords('alerts');
  const flows = useFlowSummaries();
  const canEmail = useAlertSummary().data?.can_email !== false;
  const [kind, setKind] = useState<Kind>(canEmail ? 'email' : 'webhook');
  const [{ to, from, secret }, setTexts] = useState({ to: '', from: '', secret: '' });
  const [flow, setFlow] = useState<string | null>(null);
  const [isTried, setTried] = useState(false);
  const set = (change: Partial<{ to: string; from: string; secret: string }>) =>
    setTexts((before) => ({ ...before, ...change }));
  const isMissing = (text: string) => (isTried && text.trim() === '' ? t('target.missing') : undefined);
  const submit = () => {
    setTried(true);
    const isFlow = kind === 'flow';
    if (to.trim() === '' || (kind === 'email' && !canEmail)) return;
    if (isFlow && (from.trim() === '' || flow === null)) return;
    onAdd({
      ...{ kind, to: to.trim(), from: isFlow ? from.trim() : null, flow_sid: isFlow ? flow : null },
      ...{ is_signed: secret !== '', ...(kind === 'webhook' && secret !== '' && { secret }) },
    });
    onClose();
  };
  return (
    <FormDialog
      title={t('target.title')}
      submit={t('target.submit')}
      onSubmit={submit}
      onClose={onClose}
      isBusy={false}
    >
      <Select<Kind>
        label={t('target.kind')}
        value={kind}
        onChange={setKind}
        help={kind === 'email' && !canEmail ? t('target.noEmail') : undefined}
        options={targetKinds.map((value) => ({ value, label: t(`targetKind.${value}`) }))}
      />
      {kind === 'flow' && (
        <Select<string>
          label={t('target.flow')}
          value={flow}
          onChange={setFlow}
          error={isMissing(flow ?? '')}
          options={(flows.data ?? []).map(({ sid, friendly_name }) => ({ value: sid, label: friendly_name }))}
        />
      )}
      <TextField
        label={t(labels[kind])}
        help={kind === 'webhook' ? t('target.webhookHelp') : undefined}
        type={kind === 'email' ? 'email' : kind === 'webhook' ? 'url' : 'text'}
        value={to}
        onChange={(value) => set({ to: value })}
        error={isMissing(to)}
      />
      {kind === 'flow' && (
        <TextField
          label={t('target.from')}
          value={from}
          onChange={(value) => set({ from: value })}
          error={isMissing(from)}
        />
      )}
      {kind === 'webhook' && (
        <TextField
          label={t('target.secret')}
          help={t('target.secretHelp')}
          type="password"
          autoComplete="new-password"
          value={secret}
          onChange={(value) => set({ secret: value })}
        />
      )}
    </FormDialog>
  );
}
