/** The API keys of the account that is signed in: created, shown once, revoked. */

import { KeyRound, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { AccountKeyResource, AccountKeyWithSecret } from '#api/accounts/schemas.ts';
import { useAccountKeys, useDeleteAccountKey } from '../../client/account-keys.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { QueryList } from '../../ui/query-list.tsx';
import { toast } from '../../ui/toast.ts';
import { dateAndTime } from '../../words/time.ts';
import { useWords } from '../../words/use-words.ts';
import { CopySid } from './copy-sid.tsx';
import { NewAccountKeyDialog } from './new-account-key-dialog.tsx';
import { SecretDialog } from './secret-dialog.tsx';

export function AccountKeyList() {
  const t = useWords('account');
  const keys = useAccountKeys();
  const rows = keys.data ?? [];
  const [isAdding, setAdding] = useState(false);
  const [made, setMade] = useState<AccountKeyWithSecret | null>(null);
  const add = (
    <Button icon={Plus} onPress={() => setAdding(true)}>
      {t('keys.add')}
    </Button>
  );
  return (
    <section className="panel subaccounts" aria-label={t('keys.title')}>
      <header>
        <h2 className="grow">{t('keys.title')}</h2>
        {rows.length > 0 && add}
      </header>
      <QueryList
        list={keys}
        count={rows.length}
        failedTitle={t('keys.failedTitle')}
        empty={
          <EmptyState icon={KeyRound} title={t('keys.emptyTitle')} actions={add}>
            {t('keys.emptyText')}
          </EmptyState>
        }
      >
        <ul aria-label={t('keys.title')}>
          {rows.map((each) => (
            <AccountKey key={each.sid} accountKey={each} />
          ))}
        </ul>
      </QueryList>
      {isAdding && (
        <NewAccountKeyDialog
          onClose={() => setAdding(false)}
          onMade={(key) => {
            setAdding(false);
            setMade(key);
          }}
        />
      )}
      {made && (
        <SecretDialog
          title={t('keys.newTitle', { name: made.friendly_name })}
          fields={[
            { label: t('keys.sid'), value: made.sid },
            { label: t('keys.secret'), value: made.secret },
          ]}
          copied={{ text: made.secret, label: t('keys.copySecret') }}
          onClose={() => setMade(null)}
        />
      )}
    </section>
  );
}

function AccountKey({
  accountKey: { sid, friendly_name: name, date_created, approves_publishing },
}: {
  accountKey: AccountKeyResource;
}) {
  const t = useWords('account');
  const remove = useDeleteAccountKey();
  const [isAsking, setAsking] = useState(false);
  const revoke = () =>
    remove.mutate(sid, {
      onSuccess: () => void toast({ message: t('keys.revoked', { name }) }),
      onError: ({ message }) => void toast({ message: t('keys.revokeFailed', { name, message }) }),
      onSettled: () => setAsking(false),
    });
  return (
    <li>
      <div className="grow">
        <p className="name">
          <b>{name}</b>
        </p>
        <p className="row">
          <code>{sid}</code>
          <CopySid sid={sid} label={t('copySidOf', { name })} />
        </p>
        <p className="small sec">
          {t('created', { when: dateAndTime(date_created) })}
          {approves_publishing && ` · ${t('keys.approving')}`}
        </p>
      </div>
      <IconButton icon={Trash2} label={t('keys.revoke', { name })} onPress={() => setAsking(true)} />
      <ConfirmDialog
        title={t('keys.revokeTitle')}
        submit={t('keys.revokeSubmit')}
        isOpen={isAsking}
        onSubmit={revoke}
        onClose={() => setAsking(false)}
        isBusy={remove.isPending}
      >
        <p>{t('keys.revokeText', { name })}</p>
      </ConfirmDialog>
    </li>
  );
}
