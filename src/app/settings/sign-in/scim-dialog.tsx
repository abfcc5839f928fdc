/** The token by which a provider pushes users and groups: made, shown this once, replaced, removed. */

import type { IdentityProviderResource } from '#api/people/sign-in-schemas.ts';
import { useCreateScimToken, useDeleteScimToken } from '../../client/people/identity-providers.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { dateAndTime } from '../../words/date-time.ts';
import { useWords } from '../../words/use-words.ts';
import { SecretDialog } from '../account/credentials.tsx';

type ScimDialogProps = { provider: IdentityProviderResource; onClose(): void };

export function ScimDialog({ provider, onClose }: ScimDialogProps) {
  const t = useWords('identity');
  const { sid, name, date_scim_token_created: created, date_scim_token_used: used } = provider;
  const create = useCreateScimToken(sid);
  const remove = useDeleteScimToken(sid);
  const made = create.data;
  if (made !== undefined) {
    return (
      <SecretDialog
        title={t('scim.newTitle', { name })}
        fields={[
          { label: t('scim.address'), value: made.scim_url },
          { label: t('scim.token'), value: made.token },
        ]}
        copied={{ text: made.token, label: t('scim.copyToken') }}
        onClose={onClose}
      />
    );
  }
  return (
    <Dialog
      title={t('scim.titleOf', { name })}
      isOpen
      onClose={onClose}
      failure={(create.error ?? remove.error)?.message}
      footer={
        <>
          {created !== null && (
            <Button
              size="lg"
              kind="danger"
              isBusy={remove.isPending}
              onPress={() => remove.mutate(undefined, { onSuccess: onClose })}
            >
              {t('scim.remove')}
            </Button>
          )}
          <Button size="lg" kind="primary" isBusy={create.isPending} onPress={() => create.mutate(undefined)}>
            {t(created === null ? 'scim.make' : 'scim.replace')}
          </Button>
        </>
      }
    >
      <p>{t('scim.lead', { name })}</p>
      <p className="sec">
        {created === null
          ? t('scim.none')
          : t('scim.made', {
              when: dateAndTime(created),
              used: used === null ? t('scim.unused') : dateAndTime(used),
            })}
      </p>
      {created !== null && <p className="sec">{t('scim.replaceText')}</p>}
    </Dialog>
  );
}
