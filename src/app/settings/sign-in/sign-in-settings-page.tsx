/** By what people sign in: identity providers, whose rules are with the members, and the token of the account. */

import '../../words/chunks/account-words.ts';
import '../../words/chunks/people-words.ts';
import { Link } from '@tanstack/react-router';
import { useSession } from '../../client/people/session.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { Panel } from '../../ui/panel.tsx';
import { useWords } from '../../words/use-words.ts';
import { LastChange } from '../last-change.tsx';
import { SeeingNeeds } from '../permission-guard.tsx';
import { SectionHeader } from '../section-header.tsx';
import { PasswordSignIn } from './password-sign-in.tsx';
import { ProviderList } from './provider-list.tsx';
import '../people/people-settings.css';

export function SignInSettingsPage() {
  const t = useWords('identity');
  const account = useSession().data?.friendly_name ?? '';
  return (
    <div className="narrow sign-in-settings">
      <SectionHeader title={t('title')} lead={t('lead', { account })} />
      <LastChange of="sign_in_settings" />
      <SeeingNeeds permission="signin.write">
        <ProviderList />
        <Panel
          title={t('rules.title')}
          actions={
            <Link to="/settings/members" search={{ rules: true }} className={buttonClass()}>
              {t('rules.toRules')}
            </Link>
          }
        >
          <p className="panel-lead">{t('rules.lead')}</p>
        </Panel>
        <PasswordSignIn />
      </SeeingNeeds>
    </div>
  );
}
