/** The members of the account and who is invited to it: found by name, address and role. */

import { Link } from '@tanstack/react-router';
import { SearchX, TriangleAlert, Users } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { type Role, roles } from '#api/people/roles.ts';
import type { InvitationResource, MemberResource } from '#api/people/schemas.ts';
import { useAccountNames } from '../../client/people/accounts.ts';
import type { useInvitations, useMembers } from '../../client/people/people.ts';
import { useMay } from '../../client/people/session.ts';
import { QueryList } from '../../ui/display/query-list.tsx';
import { Table } from '../../ui/display/table.tsx';
import { SearchField } from '../../ui/forms/search-field.tsx';
import { Select } from '../../ui/forms/select.tsx';
import { Icon } from '../../ui/marks/icon.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { useSlashFocus } from '../../ui/use-slash-focus.ts';
import { useWords } from '../../words/use-words.ts';
import { InvitationRow } from './invitation-row.tsx';
import { MemberRow } from './member-row.tsx';
import type { MembersSearch } from './search-params.ts';

type PeopleListProps = {
  members: ReturnType<typeof useMembers>;
  invitations: ReturnType<typeof useInvitations>;
  /** The role of who looks, null for one that may not change members. */
  own: Role | null;
  /** The button that invites people, where one may. */
  invite: ReactNode;
  search: MembersSearch;
  onSearch(next: MembersSearch): void;
};

export function PeopleList({ members, invitations, own, invite, search, onSearch }: PeopleListProps) {
  const t = useWords('people');
  const identity = useWords('identity');
  const accounts = useAccountNames().size;
  const hasAccounts = accounts > 1;
  const all = [...(members.data ?? []), ...(invitations.data ?? [])];
  const shown = all.filter((each) => isFound(each, search));
  const failed = [members, invitations].find(({ error }) => error !== null) ?? members;
  const isSearched = search.q !== undefined || search.role !== undefined;
  return (
    <>
      {(all.length > 1 || isSearched) && (
        <div className="filter-bar">
          <PeopleFilters search={search} onSearch={onSearch} />
          <WithoutFactor members={members.data ?? []} />
        </div>
      )}
      <section className="panel" aria-label={t('members.title')}>
        <QueryList
          list={{
            isPending: members.isPending || invitations.isPending,
            isSuccess: members.isSuccess && invitations.isSuccess,
            error: failed.error,
            refetch: () => void Promise.all([members.refetch(), invitations.refetch()]),
          }}
          count={shown.length}
          failedTitle={t('members.failedTitle')}
          empty={
            isSearched ? (
              <EmptyState icon={SearchX} title={t('members.noMatchTitle')}>
                {t('members.noMatchText')}
              </EmptyState>
            ) : (
              <EmptyState icon={Users} title={t('members.emptyTitle')} actions={invite}>
                {t('members.emptyText')}
              </EmptyState>
            )
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
              ...(own === null ? [] : [{ id: 'factor', title: t('members.factor'), className: 'seen' }]),
              { id: 'seen', title: t('members.lastSeen'), className: 'seen' },
              { id: 'actions', title: t('members.actions'), hidden: true, className: 'menu' },
            ]}
          >
            {inOrder(shown).map((each) =>
              'status' in each ? (
                <MemberRow key={each.sid} member={each} own={own} accounts={accounts} />
              ) : (
                <InvitationRow
                  key={each.sid}
                  invitation={each}
                  canChange={own !== null}
                  hasAccounts={hasAccounts}
                />
              ),
            )}
          </Table>
        </QueryList>
      </section>
    </>
  );
}

type Listed = MemberResource | InvitationResource;

function isFound(each: Listed, { q = '', role }: MembersSearch): boolean {
  const text = `${'name' in each ? each.name : ''} ${each.email}`.toLowerCase();
  return text.includes(q.trim().toLowerCase()) && (role === undefined || each.role === role);
}

/** Who may sign in, who is invited, and who is blocked. */
function inOrder(people: readonly Listed[]): Listed[] {
  const place = (each: Listed) => ('status' in each ? (each.status === 'active' ? 0 : 2) : 1);
  return people.toSorted((one, other) => place(one) - place(other));
}

function PeopleFilters({ search, onSearch }: Pick<PeopleListProps, 'search' | 'onSearch'>) {
  const t = useWords('people');
  const shell = useWords('shell');
  const box = useRef<HTMLInputElement>(null);
  useSlashFocus(box);
  const { q = '', role, ...others } = search;
  const show = (text: string, wanted: Role | undefined) =>
    onSearch({ ...others, ...(text !== '' && { q: text }), ...(wanted && { role: wanted }) });
  return (
    <>
      <SearchField
        label={t('members.search')}
        size="sm"
        shortcut="/"
        inputRef={box}
        value={q}
        onChange={(text) => show(text, role)}
      />
      <Select<Role | 'any'>
        label={t('role')}
        hideLabel
        size="sm"
        value={role ?? 'any'}
        onChange={(chosen) => show(q, chosen === 'any' ? undefined : chosen)}
        options={[
          { value: 'any', label: t('members.anyRole') },
          ...roles.toReversed().map((value) => ({ value, label: shell(`roles.${value}`) })),
        ]}
      />
    </>
  );
}

/** How many sign in by a password alone; who may, is led to where a second factor is required. */
function WithoutFactor({ members }: { members: readonly MemberResource[] }) {
  const t = useWords('people');
  const mayRequire = useMay('signin.write');
  const count = members.filter(
    ({ status, second_factor: factor }) => status === 'active' && factor === 'none',
  ).length;
  if (count === 0) return null;
  return (
    <p className="actions end without-factor small">
      <Icon of={TriangleAlert} size={14} />
      {t('members.withoutFactor', { count })}
      {mayRequire && (
        <Link className="link" to="/settings/sign-in">
          {t('members.requireFactor')}
        </Link>
      )}
    </p>
  );
}
