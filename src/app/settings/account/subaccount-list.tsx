/** The accounts below the one that is signed in. */

import { Building2, Plus } from 'lucide-react';
import { useState } from 'react';
import type { AccountResource, AccountWithToken } from '#api/accounts/schemas.ts';
import { useSetAccountStatus, useSubaccounts } from '../../client/accounts.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Pill } from '../../ui/pill.tsx';
import { QueryList } from '../../ui/query-list.tsx';
import { toast } from '../../ui/toast.ts';
import { dateAndTime } from '../../words/time.ts';
import { useWords } from '../../words/use-words.ts';
import { CopySid } from './copy-sid.tsx';
import { NewSubaccountDialog } from './new-subaccount-dialog.tsx';
import { RotateToken } from './rotate-token.tsx';
import { TokenDialog } from './token-dialog.tsx';

export function SubaccountList() {
  const t = useWords('account');
  const subaccounts = useSubaccounts();
  const accounts = subaccounts.data ?? [];
  const [isAdding, setAdding] = useState(false);
  const [made, setMade] = useState<AccountWithToken | null>(null);
  const add = (
    <Button icon={Plus} onPress={() => setAdding(true)}>
      {t('add')}
    </Button>
  );
  return (
    <section className="panel subaccounts" aria-label={t('subaccounts')}>
      <header>
        <h2 className="grow">{t('subaccounts')}</h2>
        {accounts.length > 0 && add}
      </header>
      <QueryList
        list={subaccounts}
        count={accounts.length}
        failedTitle={t('failedTitle')}
        empty={
          <EmptyState icon={Building2} title={t('emptyTitle')} actions={add}>
            {t('emptyText')}
          </EmptyState>
        }
      >
        <ul aria-label={t('subaccounts')}>
          {accounts.map((each) => (
            <Subaccount key={each.sid} account={each} />
          ))}
        </ul>
      </QueryList>
      {isAdding && (
        <NewSubaccountDialog
          onClose={() => setAdding(false)}
          onMade={(account) => {
            setAdding(false);
            setMade(account);
          }}
        />
      )}
      {made && <TokenDialog made={made} onClose={() => setMade(null)} />}
    </section>
  );
}

function Subaccount({ account }: { account: AccountResource }) {
  const t = useWords('account');
  const change = useSetAccountStatus();
  const { sid, friendly_name: name, username, status, date_created } = account;
  const isOpen = status === 'active';
  const press = () =>
    change.mutate(
      { sid, Status: isOpen ? 'closed' : 'active' },
      {
        onSuccess: () => void toast({ message: t(isOpen ? 'closedNote' : 'reopenedNote', { name }) }),
        onError: ({ message }) =>
          void toast({ message: t(isOpen ? 'closeFailed' : 'reopenFailed', { name, message }) }),
      },
    );
  return (
    <li>
      <div className="grow">
        <p className="name">
          <b>{name}</b>
          <Pill tone={isOpen ? 'live' : 'neutral'} mark={isOpen ? 'dot' : 'ring'}>
            {t(`status.${status}`)}
          </Pill>
        </p>
        <p className="row">
          <code>{sid}</code>
          <CopySid sid={sid} label={t('copySidOf', { name })} />
        </p>
        <p className="small sec">
          {username !== null && `${t('username', { username })} · `}
          {t('created', { when: dateAndTime(date_created) })}
        </p>
      </div>
      <RotateToken sid={sid} name={name} label={t('rotateOf', { name })}>
        {t('rotate')}
      </RotateToken>
      <Button onPress={press} isBusy={change.isPending}>
        {t(isOpen ? 'close' : 'reopen')}
      </Button>
    </li>
  );
}
