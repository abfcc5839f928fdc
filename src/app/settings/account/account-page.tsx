/** The account that is signed in: its credentials, where its API is described, and the accounts below it. */

import '../../words/chunks/account-words.ts';
import { BookOpen } from 'lucide-react';
import { paths } from '#api/paths.ts';
import { useMay, useSession } from '../../client/people/session.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Icon } from '../../ui/marks/icon.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useWords } from '../../words/use-words.ts';
import { LastChange } from '../last-change.tsx';
import { ChangingNeeds } from '../permission-guard.tsx';
import { SectionHeader } from '../section-header.tsx';
import './account.css';
import { AccountKeyList } from './account-key-list.tsx';
import { RotateToken } from './credentials.tsx';
import { SubaccountList } from './subaccount-list.tsx';

export function AccountPage() {
  const t = useWords('account');
  const session = useSession().data;
  const mayRotate = useMay('accounts.write');
  const name = session?.friendly_name ?? '';
  const sid = session?.account_sid ?? '';
  return (
    <div className="narrow">
      <SectionHeader title={t('title')} lead={t('lead')} />
      <LastChange of="account" />
      <Panel title={name}>
        <dl className="inside facts credentials">
          <dt>{t('sid')}</dt>
          <dd className="actions">
            <code>{sid}</code>
            <CopyButton text={sid} label={t('copySid')} />
          </dd>
          <dt>{t('token')}</dt>
          <dd className="actions">
            <span className="sec grow">{t('tokenHelp')}</span>
            {mayRotate && (
              <RotateToken sid={sid} name={name}>
                {t('rotate')}
              </RotateToken>
            )}
          </dd>
        </dl>
      </Panel>
      <Panel title={t('api')}>
        <div className="inside actions api-links">
          <p className="sec">{t('apiText')}</p>
          <a className={buttonClass()} href={paths.docs}>
            <Icon of={BookOpen} size={14} />
            {t('apiLink')}
          </a>
          <a className="link" href={paths.openapi}>
            {t('openApiLink')}
          </a>
        </div>
      </Panel>
      <AccountKeyList />
      <ChangingNeeds permission="accounts.write">
        <SubaccountList />
      </ChangingNeeds>
    </div>
  );
}
