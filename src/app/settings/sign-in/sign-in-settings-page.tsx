/** By what people sign in: identity providers with their rules, and the token of the account. */

import '../../words/chunks/add-account-words.ts';
import '../../words/chunks/add-people-words.ts';
import { useSession } from '../../client/people/session.ts';
import { useWords } from '../../words/use-words.ts';
import { SeeingNeeds } from '../permission-guard.tsx';
import { SectionHeader } from '../section-header.tsx';
import { PasswordSignIn } from './password-sign-in.tsx';
import { ProviderList } from './provider-list.tsx';
import { RuleList } from './rule-list.tsx';
import '../people/people-settings.css';

export function SignInSettingsPage() {
  const t = useWords('identity');
  const account = useSession().data?.friendly_name ?? '';
  return (
    <div className="narrow sign-in-settings">
      <SectionHeader title={t('title')} lead={t('lead', { account })} />
      <SeeingNeeds permission="signin.write">
        <ProviderList />
        <RuleList />
        <PasswordSignIn />
      </SeeingNeeds>
    </div>
  );
}
