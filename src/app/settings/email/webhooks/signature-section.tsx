/** The signature of a webhook: its switch, and the public key that posts are verified with. */

import { ShieldCheck } from 'lucide-react';
import type { EventWebhook } from '#api/email/event-webhooks.ts';
import { useSetSignature } from '../../../client/email/event-webhooks.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Switch } from '../../../ui/forms/switch.tsx';
import { Icon } from '../../../ui/marks/icon.tsx';
import { saidByToast } from '../../../ui/overlays/toast.ts';
import { useWords } from '../../../words/use-words.ts';
import { useEmailTarget } from '../use-email-target.ts';

export function SignatureSection({ webhook }: { webhook: EventWebhook }) {
  const t = useWords('email');
  const change = useSetSignature(useEmailTarget());
  const { id, public_key: key } = webhook;
  const isOn = change.isPending ? change.variables.enabled : key !== undefined;
  return (
    <section className="security" aria-label={t('signature.title')}>
      <h3>
        <Icon of={ShieldCheck} size={14} />
        {t('signature.title')}
        {key !== undefined && <span className="mut small">{t('signature.publicKey')}</span>}
        <span className="end">
          <Switch
            label={t('signature.switch')}
            hideLabel
            isOn={isOn}
            onChange={(enabled) =>
              change.mutate(
                { id, enabled },
                saidByToast(null, (message) => t('saveFailed', { message })),
              )
            }
          />
        </span>
      </h3>
      {key === undefined ? (
        <p className="small mut">{t('signature.offText')}</p>
      ) : (
        <>
          <div className="keybox">
            <span className="mono clip">{key}</span>
            <CopyButton text={key} label={t('signature.copy')} />
          </div>
          <p className="small mut">{t('signature.turnOffText')}</p>
        </>
      )}
    </section>
  );
}
