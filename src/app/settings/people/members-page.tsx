/** The members of the account and who is invited to it, their groups, and the rules of identity providers. */

import '../../words/chunks/people-words.ts';
import { getRouteApi } from '@tanstack/react-router';
import { UserPlus } from 'lucide-react';
import { useGroups } from '../../client/people/groups.ts';
import { useSignInRules } from '../../client/people/identity-providers.ts';
import { useInvitations, useMembers } from '../../client/people/people.ts';
import { useMay, useSession } from '../../client/people/session.ts';
import { Button } from '../../ui/button.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useWords } from '../../words/use-words.ts';
import { SeeingNeeds } from '../permission-guard.tsx';
import { SectionHeader } from '../section-header.tsx';
import { GroupList } from './group-list.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { PeopleList } from './people-list.tsx';
import './people-settings.css';
import { RuleList } from './rule-list.tsx';
import { readMembersSearch } from './search-params.ts';

const route = getRouteApi('/shell/settings/members');

export function MembersPage() {
  const t = useWords('people');
  const identity = useWords('identity');
  const groups = useWords('groups');
  const session = useSession().data;
  const canChange = useMay('members.write');
  const own = canChange ? (session?.role ?? null) : null;
  const search = readMembersSearch(route.useSearch());
  const { invite, groups: isGroups, rules: isRules } = search;
  const navigate = route.useNavigate();
  const members = useMembers();
  const invitations = useInvitations();
  const allGroups = useGroups().data;
  const maySeeRules = useMay('signin.write');
  const rules = useSignInRules(maySeeRules).data;
  const people = (members.data ?? []).length + (invitations.data ?? []).length;
  const button = own !== null && (
    <Button kind="primary" icon={UserPlus} onPress={() => void navigate({ search: { invite: true } })}>
      {t('members.invite')}
    </Button>
  );
  const content = (
    <PeopleList
      members={members}
      invitations={invitations}
      own={own}
      invite={button}
      search={search}
      onSearch={(next) => void navigate({ search: next, replace: true })}
    />
  );
  return (
    <div className="stacked people-settings">
      <div className="with-actions">
        <SectionHeader
          title={t('members.title')}
          lead={t('members.lead', { account: session?.friendly_name ?? '' })}
        />
        {button}
      </div>
      {!canChange && <p className="notice">{t('members.mayNot')}</p>}
      <Tabs
        label={groups('views')}
        selected={isRules ? 'rules' : isGroups ? 'groups' : 'people'}
        onSelect={(chosen) =>
          void navigate({ search: chosen === 'people' ? {} : { [chosen]: true }, replace: true })
        }
        tabs={[
          { id: 'people', label: groups('people'), ...(members.data && { count: people }), content },
          {
            id: 'groups',
            label: groups('title'),
            ...(allGroups !== undefined && { count: allGroups.length }),
            content: <GroupList own={own} />,
          },
          {
            id: 'rules',
            label: identity('rules.title'),
            ...(rules !== undefined && { count: rules.length }),
            content: (
              <SeeingNeeds permission="signin.write">
                <RuleList />
              </SeeingNeeds>
            ),
          },
        ]}
      />
      {invite && own !== null && (
        <InviteDialog own={own} onClose={() => void navigate({ search: {}, replace: true })} />
      )}
    </div>
  );
}
