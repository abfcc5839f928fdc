/** The API keys of the account that is signed in: created, shown once, revoked. */

import { KeyRound, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { AccountKeyResource } from '#api/accounts/schemas.ts';
import {
  useAccountKeys,
  useCreateAccountKey,
  useDeleteAccountKey,
} from '../../client/people/account-keys.ts';
import { useMay } from '../../client/people/session.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Checkbox } from '../../ui/forms/checkbox.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Pill } from '../../ui/marks/pill.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { Panel } from '../../ui/panel.tsx';
import { dateAndTime } from '../../words/date-time.ts';
import { useWords } from '../../words/use-words.ts';
import { daysOf, type Expiry, ExpirySelect } from '../expiry-select.tsx';
import { SeeingNeeds } from '../permission-guard.tsx';
import { ResourceList } from '../resource-list.tsx';
import { SecretDialog } from './credentials.tsx';
import { NameDialog } from './name-dialog.tsx';

export function AccountKeyList() {
  const t = useWords('account');
  if (useMay('keys.write')) return <AllKeys />;
  return (
    <Panel title={t('keys.title')}>
      <SeeingNeeds permission="keys.write">{null}</SeeingNeeds>
    </Panel>
  );
}

function AllKeys() {
  const t = useWords('account');
  const keys = useAccountKeys();
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      <ResourceList
        title={t('keys.title')}
        list={keys}
        rows={keys.data ?? []}
        keyOf={({ sid }) => sid}
        failedTitle={t('keys.failedTitle')}
        empty={{ icon: KeyRound, title: t('keys.emptyTitle'), text: t('keys.emptyText') }}
        add={{ label: t('keys.add'), onPress: () => setAdding(true) }}
      >
        {(each) => <AccountKey accountKey={each} />}
      </ResourceList>
      {isAdding && <NewAccountKey onClose={() => setAdding(false)} />}
    </>
  );
}

/** The form of a new key: its name, and whether it approves publish requests. Then its secret, this once. */
function NewAccountKey({ onClose }: { onClose(): void }) {
  const t = useWords('account');
  const create = useCreateAccountKey();
  const [approves, setApproves] = useState(false);
  const [expiry, setExpiry] = useState<Expiry>('never');
  const made = create.data;
  if (made !== undefined) {
    return (
      <SecretDialog
        title={t('keys.newTitle', { name: made.friendly_name })}
        fields={[
          { label: t('keys.sid'), value: made.sid },
          { label: t('keys.secret'), value: made.secret },
        ]}
        copied={{ text: made.secret, label: t('keys.copySecret') }}
        onClose={onClose}
      />
    );
  }
  return (
    <NameDialog
      title={t('keys.add')}
      submit={t('keys.add')}
      nameHelp={t('keys.nameHelp')}
      onSubmit={(name) =>
        create.mutate({
          FriendlyName: name,
          ...(approves && { ApprovesPublishing: 'true' }),
          ...daysOf(expiry),
        })
      }
      onClose={onClose}
      isBusy={create.isPending}
      failure={create.error?.message}
    >
      <ExpirySelect value={expiry} onChange={setExpiry} />
      <Checkbox label={t('keys.approves')} isOn={approves} onChange={setApproves}>
        {t('keys.approves')}
      </Checkbox>
    </NameDialog>
  );
}

function AccountKey({
  accountKey: { sid, friendly_name: name, date_created, approves_publishing, status, date_expires },
}: {
  accountKey: AccountKeyResource;
}) {
  const t = useWords('account');
  const tokens = useWords('tokens');
  const remove = useDeleteAccountKey();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <div className="grow">
        <p className="row">
          <b>{name}</b>
          {status === 'expired' && <Pill tone="danger">{tokens('expired')}</Pill>}
        </p>
        <p className="row">
          <code>{sid}</code>
          <CopyButton text={sid} label={t('copySidOf', { name })} />
        </p>
        <p className="small sec">
          {t('created', { when: dateAndTime(date_created) })}
          {status === 'active' &&
            date_expires !== null &&
            ` · ${tokens('expiresAt', { when: dateAndTime(date_expires) })}`}
          {approves_publishing && ` · ${t('keys.approving')}`}
        </p>
      </div>
      <IconButton icon={Trash2} label={t('keys.revoke', { name })} onPress={() => setAsking(true)} />
      <ConfirmDialog
        title={t('keys.revokeTitle')}
        submit={t('keys.revokeSubmit')}
        isOpen={isAsking}
        change={remove}
        onSubmit={(whenDone) => remove.mutate(sid, whenDone)}
        done={t('keys.revoked', { name })}
        onClose={() => setAsking(false)}
      >
        <p>{t('keys.revokeText', { name })}</p>
      </ConfirmDialog>
    </>
  );
}
