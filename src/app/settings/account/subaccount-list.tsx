/** The accounts below the one that is signed in. */

import { Building2 } from 'lucide-react';
import { useState } from 'react';
import type { AccountResource } from '#api/accounts/schemas.ts';
import { useCreateSubaccount, useSetAccountStatus, useSubaccounts } from '../../client/people/accounts.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { Pill } from '../../ui/marks/pill.tsx';
import { saidByToast } from '../../ui/overlays/toast.ts';
import { dateAndTime } from '../../words/date-time.ts';
import { useWords } from '../../words/use-words.ts';
import { useMayChange } from '../permission-guard.tsx';
import { ResourceList } from '../resource-list.tsx';
import { RotateToken, TokenDialog } from './credentials.tsx';
import { NameDialog } from './name-dialog.tsx';

export function SubaccountList() {
  const t = useWords('account');
  const subaccounts = useSubaccounts();
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      <ResourceList
        title={t('subaccounts')}
        list={subaccounts}
        rows={subaccounts.data ?? []}
        keyOf={({ sid }) => sid}
        failedTitle={t('failedTitle')}
        empty={{ icon: Building2, title: t('emptyTitle'), text: t('emptyText') }}
        add={{ label: t('add'), onPress: () => setAdding(true) }}
      >
        {(each) => <Subaccount account={each} />}
      </ResourceList>
      {isAdding && <NewSubaccount onClose={() => setAdding(false)} />}
    </>
  );
}

/** The form of a new subaccount: its name, and by what username its parent knows it. Then its token, this once. */
function NewSubaccount({ onClose }: { onClose(): void }) {
  const t = useWords('account');
  const create = useCreateSubaccount();
  const [username, setUsername] = useState('');
  if (create.data !== undefined) return <TokenDialog made={create.data} onClose={onClose} />;
  return (
    <NameDialog
      title={t('form.title')}
      submit={t('form.submit')}
      onSubmit={(name) =>
        create.mutate({ FriendlyName: name, ...(username.trim() !== '' && { Username: username.trim() }) })
      }
      onClose={onClose}
      isBusy={create.isPending}
      failure={create.error?.message}
    >
      <TextField
        label={t('form.username')}
        help={t('form.usernameHelp')}
        value={username}
        onChange={setUsername}
        maxLength={64}
        code
      />
    </NameDialog>
  );
}

function Subaccount({ account }: { account: AccountResource }) {
  const t = useWords('account');
  const change = useSetAccountStatus();
  const mayChange = useMayChange();
  const { sid, friendly_name: name, username, status, date_created } = account;
  const isOpen = status === 'active';
  const press = () =>
    change.mutate(
      { sid, Status: isOpen ? 'closed' : 'active' },
      saidByToast(t(isOpen ? 'closedNote' : 'reopenedNote', { name }), (message) =>
        t(isOpen ? 'closeFailed' : 'reopenFailed', { name, message }),
      ),
    );
  return (
    <>
      <div className="grow">
        <p className="row">
          <b>{name}</b>
          <Pill tone={isOpen ? 'live' : 'neutral'} mark={isOpen ? 'dot' : 'ring'}>
            {t(`status.${status}`)}
          </Pill>
        </p>
        <p className="row">
          <code>{sid}</code>
          <CopyButton text={sid} label={t('copySidOf', { name })} />
        </p>
        <p className="small sec">
          {username !== null && `${t('username', { username })} · `}
          {t('created', { when: dateAndTime(date_created) })}
        </p>
      </div>
      {mayChange && (
        <>
          <RotateToken sid={sid} name={name} label={t('rotateOf', { name })}>
            {t('rotate')}
          </RotateToken>
          <Button onPress={press} isBusy={change.isPending}>
            {t(isOpen ? 'close' : 'reopen')}
          </Button>
        </>
      )}
    </>
  );
}
