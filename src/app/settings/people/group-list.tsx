/** The groups of the account, each with the roles that it gives. */

import { Ellipsis, Pencil, Trash2, UsersRound } from 'lucide-react';
import { useState } from 'react';
import type { GroupResource } from '#api/people/group-operations.ts';
import { mayGive, type Role } from '#api/people/roles.ts';
import { useSubaccounts } from '../../client/people/accounts.ts';
import { useDeleteGroup, useGroups } from '../../client/people/groups.ts';
import { useSession } from '../../client/people/session.ts';
import { Button } from '../../ui/button.tsx';
import { QueryList } from '../../ui/display/query-list.tsx';
import { Table } from '../../ui/display/table.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { Menu } from '../../ui/overlays/menu.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { useWords } from '../../words/use-words.ts';
import { GroupDialog } from './group-dialog.tsx';

/** `own` is the role of who looks, null for one that may not change members. */
export function GroupList({ own }: { own: Role | null }) {
  const t = useWords('groups');
  const groups = useGroups();
  const [isAdding, setAdding] = useState(false);
  const rows = groups.data ?? [];
  const button = own !== null && (
    <Button icon={UsersRound} onPress={() => setAdding(true)}>
      {t('add')}
    </Button>
  );
  return (
    <>
      {rows.length > 0 && button && <div className="group-actions">{button}</div>}
      <section className="panel" aria-label={t('title')}>
        <QueryList
          list={groups}
          count={rows.length}
          failedTitle={t('failedTitle')}
          empty={
            <EmptyState icon={UsersRound} title={t('emptyTitle')} actions={button}>
              {t('emptyText')}
            </EmptyState>
          }
          lines={3}
        >
          <Table
            className="members"
            label={t('title')}
            columns={[
              { id: 'name', title: t('name') },
              { id: 'roles', title: t('roles') },
              { id: 'actions', title: t('edit'), hidden: true, className: 'menu' },
            ]}
          >
            {rows.map((group) => (
              <GroupRow key={group.sid} group={group} own={own} />
            ))}
          </Table>
        </QueryList>
      </section>
      {isAdding && own !== null && <GroupDialog group={null} own={own} onClose={() => setAdding(false)} />}
    </>
  );
}

function GroupRow({ group, own }: { group: GroupResource; own: Role | null }) {
  const t = useWords('groups');
  const names = useWords('shell');
  const accountName = useAccountNames();
  const { name, people, memberships } = group;
  const isPushed = group.provider_sid !== null;
  const mayChange = own !== null && memberships.every(({ role }) => mayGive(own, role));
  const gives = memberships.map(({ account_sid, role }) =>
    t('gives', { role: names(`roles.${role}`), account: accountName(account_sid) }),
  );
  return (
    <tr>
      <td>
        <div className="member">
          <div>
            <p className="member-name">
              <b>{name}</b>
            </p>
            <p className="small sec">
              {t('count', { count: people.length })}
              {isPushed && ` · ${t('pushed')}`}
            </p>
          </div>
        </div>
      </td>
      <td>{gives.length === 0 ? t('givesNothing') : gives.join(', ')}</td>
      <td className="right">{mayChange && <GroupMenu group={group} own={own} />}</td>
    </tr>
  );
}

function GroupMenu({ group, own }: { group: GroupResource; own: Role }) {
  const t = useWords('groups');
  const { sid, name } = group;
  const [open, setOpen] = useState<'edit' | 'remove' | null>(null);
  const remove = useDeleteGroup(sid);
  const label = t('actionsOf', { name });
  return (
    <>
      <Menu
        label={label}
        trigger={<IconButton icon={Ellipsis} label={label} />}
        placement="bottom end"
        items={[
          { id: 'edit', label: t('edit'), icon: Pencil, onAction: () => setOpen('edit') },
          ...(group.provider_sid === null
            ? [
                {
                  id: 'remove',
                  label: t('remove'),
                  icon: Trash2,
                  tone: 'danger' as const,
                  separated: true,
                  onAction: () => setOpen('remove'),
                },
              ]
            : []),
        ]}
      />
      {open === 'edit' && <GroupDialog group={group} own={own} onClose={() => setOpen(null)} />}
      <ConfirmDialog
        title={t('removeTitle', { name })}
        submit={t('removeSubmit')}
        isOpen={open === 'remove'}
        change={remove}
        onSubmit={(whenDone) => remove.mutate(undefined, whenDone)}
        done={t('removed', { name })}
        onClose={() => setOpen(null)}
      >
        <p>{t('removeText')}</p>
      </ConfirmDialog>
    </>
  );
}

/** Of the own account and those below it; the SID of one that is not known yet. */
function useAccountNames(): (sid: string) => string {
  const session = useSession().data;
  const below = useSubaccounts().data ?? [];
  return (sid) =>
    session?.account_sid === sid
      ? session.friendly_name
      : (below.find((each) => each.sid === sid)?.friendly_name ?? sid);
}
