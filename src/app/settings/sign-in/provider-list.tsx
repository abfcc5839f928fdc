/** The identity providers of the account: added, checked, changed, removed. */

import { DoorOpen } from 'lucide-react';
import { useState } from 'react';
import type { IdentityProviderResource } from '#api/people/sign-in-schemas.ts';
import {
  useCheckIdentityProvider,
  useDeleteIdentityProvider,
  useIdentityProviders,
} from '../../client/people/identity-providers.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Pill } from '../../ui/marks/pill.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { saidByToast } from '../../ui/overlays/toast.ts';
import { useWords } from '../../words/use-words.ts';
import { ResourceList } from '../resource-list.tsx';
import { ProviderDialog } from './provider-dialog.tsx';
import { ScimDialog } from './scim-dialog.tsx';

export function ProviderList() {
  const t = useWords('identity');
  const providers = useIdentityProviders();
  const [editing, setEditing] = useState<IdentityProviderResource | 'new' | null>(null);
  return (
    <>
      <ResourceList
        title={t('providers.title')}
        list={providers}
        rows={providers.data ?? []}
        keyOf={({ sid }) => sid}
        failedTitle={t('providers.failedTitle')}
        empty={{ icon: DoorOpen, title: t('providers.emptyTitle'), text: t('providers.emptyText') }}
        add={{ label: t('providers.add'), onPress: () => setEditing('new') }}
      >
        {(each) => <ProviderItem provider={each} onEdit={() => setEditing(each)} />}
      </ResourceList>
      {editing !== null && (
        <ProviderDialog provider={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
      )}
    </>
  );
}

function ProviderItem({ provider, onEdit }: { provider: IdentityProviderResource; onEdit(): void }) {
  const t = useWords('identity');
  const { sid, name, issuer, status } = provider;
  const check = useCheckIdentityProvider(sid);
  const remove = useDeleteIdentityProvider(sid);
  const [isAsking, setAsking] = useState(false);
  const [isPushing, setPushing] = useState(false);
  const checkFailed = (message: string) => t('providers.checkFailed', { name, message });
  return (
    <>
      <div className="grow">
        <div className="row">
          <h3>{name}</h3>
          <Pill tone={status === 'active' ? 'live' : 'neutral'} mark={status === 'active' ? 'dot' : 'ring'}>
            {t(`providers.${status}`)}
          </Pill>
        </div>
        <p className="mono sec">{issuer}</p>
      </div>
      <div className="to-copy below">
        <Address label={t('providers.redirect')} name={name} url={provider.redirect_url} />
        <Address label={t('providers.signedOut')} name={name} url={provider.signed_out_url} />
        <Address label={t('providers.logout')} name={name} url={provider.backchannel_logout_uri} />
      </div>
      <p className="sec small below">{t('providers.enter')}</p>
      <div className="row below">
        <Button
          aria-label={t('providers.checkOf', { name })}
          isBusy={check.isPending}
          onPress={() =>
            check.mutate(
              undefined,
              saidByToast(
                ({ problem }) => (problem === null ? t('providers.checked', { name }) : checkFailed(problem)),
                checkFailed,
              ),
            )
          }
        >
          {t('providers.check')}
        </Button>
        <Button aria-label={t('providers.editOf', { name })} onPress={onEdit}>
          {t('providers.edit')}
        </Button>
        <Button aria-label={t('scim.titleOf', { name })} onPress={() => setPushing(true)}>
          {t('scim.title')}
        </Button>
        <Button kind="danger" aria-label={t('providers.removeOf', { name })} onPress={() => setAsking(true)}>
          {t('delete')}
        </Button>
      </div>
      {isPushing && <ScimDialog provider={provider} onClose={() => setPushing(false)} />}
      <ConfirmDialog
        title={t('providers.removeTitle', { name })}
        submit={t('delete')}
        isOpen={isAsking}
        change={remove}
        onSubmit={(whenDone) => remove.mutate(undefined, whenDone)}
        done={t('providers.removed', { name })}
        onClose={() => setAsking(false)}
      >
        <p>{t('providers.removeText')}</p>
      </ConfirmDialog>
    </>
  );
}

function Address({ label, name, url }: { label: string; name: string; url: string }) {
  const t = useWords('identity');
  return (
    <>
      <span className="sec">{label}</span>
      <code className="clip" title={url}>
        {url}
      </code>
      <CopyButton text={url} label={t('providers.copyOf', { label, name })} />
    </>
  );
}
