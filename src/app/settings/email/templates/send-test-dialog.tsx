/** Sends what the preview shows to an address. */

import { useState } from 'react';
import { useSendTest } from '../../../client/email/templates.ts';
import { useSession } from '../../../client/people/session.ts';
import { FormDialog } from '../../../ui/forms/form-dialog.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { saidByToast } from '../../../ui/overlays/toast.ts';
import { useWords } from '../../../words/use-words.ts';
import { useEmailTarget } from '../use-email-target.ts';
import type { RenderedTemplate } from './template-preview.ts';

export function SendTestDialog({ rendered, onClose }: { rendered: RenderedTemplate; onClose(): void }) {
  const t = useWords('emailTemplates');
  const own = useSession().data?.person?.email ?? '';
  const send = useSendTest(useEmailTarget());
  const [from, setFrom] = useState(own);
  const [to, setTo] = useState(own);
  const said = saidByToast(t('testSent'), () => '');
  return (
    <FormDialog
      title={t('sendTestTitle')}
      submit={t('send')}
      isBusy={send.isPending}
      isDisabled={from.trim() === '' || to.trim() === ''}
      failure={send.error?.message}
      onClose={onClose}
      onSubmit={() =>
        send.mutate(
          {
            from: from.trim(),
            to: to.trim(),
            ...rendered,
            subject: rendered.subject || t('noSubject'),
          },
          {
            onSuccess(result) {
              said.onSuccess(result);
              onClose();
            },
          },
        )
      }
    >
      <p className="sec">{t('sendTestText')}</p>
      <TextField label={t('from')} type="email" value={from} onChange={setFrom} />
      <TextField label={t('to')} type="email" value={to} onChange={setTo} autoFocus />
    </FormDialog>
  );
}
