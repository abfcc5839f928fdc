/** Chooses the account to go on in: those that one was in last first, then all, the lower ones below theirs. */

import { useNavigate } from '@tanstack/react-router';
import { Check, Layers } from 'lucide-react';
import { useState } from 'react';
import type { MyAccountResource } from '#api/people/schemas.ts';
import { showDialog } from '../client/open-dialog.ts';
import { useMyAccounts, useSwitchAccount } from '../client/people/my-accounts.ts';
import { Icon } from '../ui/marks/icon.tsx';
import { Dialog } from '../ui/overlays/dialog.tsx';
import { SearchedList } from '../ui/overlays/searched-list.tsx';
import { Loaded } from '../ui/states/loaded.tsx';
import '../words/chunks/late-words.ts';
import { useWords } from '../words/use-words.ts';
import { arrangeAccounts, findAccounts } from './account-order.ts';
import './account-switcher.css';

export function AccountSwitcher() {
  const t = useWords('railMenus');
  const close = () => showDialog(null);
  return (
    <Dialog title={t('switchTitle')} isOpen bare onClose={close}>
      <Loaded query={useMyAccounts()} failedTitle={t('switchFailed')} lines={6}>
        {(accounts) => <Accounts accounts={accounts} onClose={close} />}
      </Loaded>
    </Dialog>
  );
}

function Accounts({ accounts, onClose }: { accounts: readonly MyAccountResource[]; onClose(): void }) {
  const t = useWords('railMenus');
  const [query, setQuery] = useState('');
  const change = useSwitchAccount();
  const navigate = useNavigate();
  const found = findAccounts(arrangeAccounts(accounts), query);
  const heading = t('accounts', { count: accounts.length });
  const all = {
    key: 'all',
    label: t('allAccounts'),
    heading,
    content: () => <AllAccounts />,
    choose: () => {
      onClose();
      void navigate({ to: '/all-accounts' });
    },
  };
  const isAllFound = all.label.toLocaleLowerCase().includes(query.trim().toLocaleLowerCase());
  return (
    <>
      <SearchedList
        className="palette account-switcher"
        label={t('switchSearch')}
        query={query}
        onQuery={setQuery}
        rows={[
          ...(accounts.length > 1 && isAllFound ? [all] : []),
          ...found.map((account) => ({
            key: account.account_sid,
            label: account.friendly_name,
            heading,
            className: account.isBelow ? ' below' : '',
            content: () => <Account account={account} />,
            choose: () => (account.is_current ? onClose() : change.mutate({ account: account.account_sid })),
          })),
        ]}
        empty={t('switchNone')}
        onClose={onClose}
      />
      {change.error && (
        <p className="bad" role="alert">
          {change.error.message}
        </p>
      )}
    </>
  );
}

function AllAccounts() {
  const t = useWords('railMenus');
  return (
    <>
      <span className="account-mark" aria-hidden="true">
        <Icon of={Layers} size={14} />
      </span>
      <span className="grow clip">
        {t('allAccounts')}
        <span className="hint">{t('allAccountsHint')}</span>
      </span>
    </>
  );
}

function Account({ account }: { account: MyAccountResource }) {
  const t = useWords('railMenus');
  const roles = useWords('shell');
  return (
    <>
      <span className={`account-mark${account.is_current ? ' on' : ''}`} aria-hidden="true">
        {account.friendly_name.slice(0, 2).toLocaleUpperCase()}
      </span>
      <span className="grow clip">
        {account.friendly_name}
        {account.is_current && <span className="hint">{t('hereNow')}</span>}
      </span>
      <span className="hint">{roles(`roles.${account.role}`)}</span>
      {account.is_current && <Icon of={Check} size={14} />}
    </>
  );
}
