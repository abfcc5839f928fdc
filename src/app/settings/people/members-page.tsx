/** The members of the account and who is invited to it, their groups, and the rules of identity providers. */

import '../../words/chunks/add-people-words.ts';
import { getRouteApi } from '@tanstack/react-router';
import { UserPlus, Users } from 'lucide-react';
import { useAccountNames } from '../../client/people/accounts.ts';
import { useGroups } from '../../client/people/groups.ts';
import { useSignInRules } from '../../client/people/identity-providers.ts';
import { useInvitations, useMembers } from '../../client/people/people.ts';
import { useMay, useSession } from '../../client/people/session.ts';
import { Button } from '../../ui/button.tsx';
import { QueryList } from '../../ui/display/query-list.tsx';
import { Table } from '../../ui/display/table.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useWords } from '../../words/use-words.ts';
import { SeeingNeeds } from '../permission-guard.tsx';
import { SectionHeader } from '../section-header.tsx';
import { GroupList } from './group-list.tsx';
import { InvitationRow } from './invitation-row.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { MemberRow } from './member-row.tsx';
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
  const { invite, groups: isGroups, rules: isRules } = readMembersSearch(route.useSearch());
  const navigate = route.useNavigate();
  const members = useMembers();
  const invitations = useInvitations();
  const allGroups = useGroups().data;
  const maySeeRules = useMay('signin.write');
  const rules = useSignInRules(maySeeRules).data;
  const accounts = useAccountNames().size;
  const hasAccounts = accounts > 1;
  const active = members.data?.filter(({ status }) => status === 'active') ?? [];
  const blocked = members.data?.filter(({ status }) => status === 'blocked') ?? [];
  const invited = invitations.data ?? [];
  const button = own !== null && (
    <Button kind="primary" icon={UserPlus} onPress={() => void navigate({ search: { invite: true } })}>
      {t('members.invite')}
    </Button>
  );
  const people = active.length + blocked.length + invited.length;
  const failed = [members, invitations].find(({ error }) => error !== null) ?? members;
  const table = (
    <section className="panel" aria-label={t('members.title')}>
      <QueryList
        list={{
          isPending: members.isPending || invitations.isPending,
          isSuccess: members.isSuccess && invitations.isSuccess,
          error: failed.error,
          refetch: () => void Promise.all([members.refetch(), invitations.refetch()]),
        }}
        count={people}
        failedTitle={t('members.failedTitle')}
        empty={
          <EmptyState icon={Users} title={t('members.emptyTitle')} actions={button}>
            {t('members.emptyText')}
          </EmptyState>
        }
        lines={5}
      >
        <Table
          className="members"
          label={t('members.title')}
          columns={[
            { id: 'name', title: t('name') },
            { id: 'role', title: t('role'), className: 'role' },
            { id: 'source', title: identity('comesFrom.title'), className: 'source' },
            ...(hasAccounts ? [{ id: 'accounts', title: t('members.accounts'), className: 'source' }] : []),
            { id: 'seen', title: t('members.lastSeen'), className: 'seen' },
            { id: 'actions', title: t('members.actions'), hidden: true, className: 'menu' },
          ]}
        >
          {active.map((member) => (
            <MemberRow key={member.sid} member={member} own={own} accounts={accounts} />
          ))}
          {invited.map((invitation) => (
            <InvitationRow
              key={invitation.sid}
              invitation={invitation}
              canChange={own !== null}
              hasAccounts={hasAccounts}
            />
          ))}
          {blocked.map((member) => (
            <MemberRow key={member.sid} member={member} own={own} accounts={accounts} />
          ))}
        </Table>
      </QueryList>
    </section>
  );
  return (
    <div className="wide people-settings">
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
          { id: 'people', label: groups('people'), ...(members.data && { count: people }), content: table },
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
