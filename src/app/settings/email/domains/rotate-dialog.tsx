/** Rotates the DKIM key of a domain: the next key has to be published before it signs. */

import { RefreshCw } from 'lucide-react';
import type { SendingDomain } from '#api/email/sending-domains.ts';
import { retiredKeyDays } from '#api/email/statuses.ts';
import { useCheckSendingDomain, useRotateSendingDomain } from '../../../client/email/sending-domains.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { FormDialog } from '../../../ui/forms/form-dialog.tsx';
import { dateAndTime } from '../../../words/date-time.ts';
import { useWords } from '../../../words/use-words.ts';
import { useEmailTarget } from '../use-email-target.ts';
import { RecordState } from './domain-state.tsx';

export function RotateDialog({ domain, onClose }: { domain: SendingDomain; onClose(): void }) {
  const t = useWords('sendingDomains');
  const target = useEmailTarget();
  const id = String(domain.id);
  const rotate = useRotateSendingDomain(target, id);
  const check = useCheckSendingDomain(target, id);
  const at = domain.keys.findIndex(({ state }) => state !== 'signing');
  const next = domain.keys[at];
  const signing = domain.keys.find(({ state }) => state === 'signing')?.selector;
  const record = at === 0 ? domain.dns.dkim1 : domain.dns.dkim2;
  if (next === undefined || signing === undefined) return null;
  const isReplaced = next.state === 'retired';
  const names = { next: next.selector, signing, days: retiredKeyDays };
  return (
    <FormDialog
      title={t('rotateTitle')}
      submit={t(isReplaced ? 'makeKey' : 'rotate')}
      isBusy={rotate.isPending}
      isDisabled={!isReplaced && !record.valid}
      failure={rotate.error?.message}
      onClose={onClose}
      onSubmit={() => rotate.mutate(undefined, { onSuccess: onClose })}
    >
      {isReplaced ? (
        <p>{t('replaceText', { ...names, at: dateAndTime((next.retired_at ?? 0) * 1000) })}</p>
      ) : (
        <>
          <p>{t('rotateText', names)}</p>
          <ol className="rotation stacked">
            <li>
              {t('steps.publish', names)} <RecordState record={record} />
            </li>
            <li>{t('steps.sign', names)}</li>
            <li>{t('steps.retire', names)}</li>
          </ol>
          <div className="published">
            <span className="mono small">{record.data}</span>
            <CopyButton text={record.data} label={t('copyValue', { host: record.host })} />
          </div>
          <div className="actions">
            <Button icon={RefreshCw} isBusy={check.isPending} onPress={() => check.mutate(undefined)}>
              {t('check')}
            </Button>
          </div>
        </>
      )}
    </FormDialog>
  );
}
