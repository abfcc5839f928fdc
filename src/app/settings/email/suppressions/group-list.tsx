/** Unsubscribe groups: kinds of email, and who has unsubscribed from them. */

import { useQueryClient } from '@tanstack/react-query';
import { ChevronDown, ChevronRight, Pencil, Trash2, Users } from 'lucide-react';
import { useState } from 'react';
import type { Group } from '#api/email/suppressions.ts';
import { useDeferredKeys } from '../../../client/deferred-requests.ts';
import { deleteGroup, groupsKey, useGroups } from '../../../client/email/suppressions.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Pill } from '../../../ui/pill.tsx';
import { QueryList } from '../../../ui/query-list.tsx';
import { useWords } from '../../../words/use-words.ts';
import { removeWithUndo } from '../remove-with-undo.ts';
import { useEmailTarget } from '../use-email-target.ts';
import { GroupForm } from './group-form.tsx';
import { GroupSuppressions } from './group-suppressions.tsx';

const removalKey = (id: number) => `remove unsubscribe group ${id}`;

export function GroupList() {
  const t = useWords('email');
  const groups = useGroups(useEmailTarget());
  const waiting = useDeferredKeys();
  const rows = groups.data?.filter(({ id }) => !waiting.has(removalKey(id))) ?? [];
  return (
    <section className="panel groups" aria-label={t('groups.title')}>
      <header>
        <h2>{t('groups.title')}</h2>
        <span className="small mut">{t('groups.lead')}</span>
      </header>
      <GroupForm group={null} />
      <QueryList
        list={groups}
        count={rows.length}
        failedTitle={t('suppressions.failedTitle')}
        empty={
          <EmptyState icon={Users} title={t('groups.emptyTitle')}>
            {t('groups.emptyText')}
          </EmptyState>
        }
      >
        <ul aria-label={t('groups.title')}>
          {rows.map((group) => (
            <GroupItem key={group.id} group={group} />
          ))}
        </ul>
      </QueryList>
    </section>
  );
}

function GroupItem({ group }: { group: Group }) {
  const t = useWords('email');
  const cache = useQueryClient();
  const target = useEmailTarget();
  const [isOpen, setOpen] = useState(false);
  const [isEditing, setEditing] = useState(false);
  const { id, name, description, unsubscribes, is_default } = group;
  const remove = () =>
    removeWithUndo({
      cache,
      key: removalKey(id),
      invalidates: groupsKey(target),
      send: () => deleteGroup(target, id),
      message: t('deleting', { name }),
    });
  return (
    <li>
      <div className="grow">
        <p className="row">
          <b>{name}</b>
          <span className="mono mut">{id}</span>
          {is_default && <Pill outlined>{t('groups.default')}</Pill>}
        </p>
        <p className="small sec">{description}</p>
      </div>
      <Button
        kind="ghost"
        icon={isOpen ? ChevronDown : ChevronRight}
        aria-label={t('groups.show', { name })}
        aria-expanded={isOpen}
        onPress={() => setOpen(!isOpen)}
      >
        {t('groups.unsubscribed', { count: unsubscribes })}
      </Button>
      <IconButton
        icon={Pencil}
        label={t('groups.edit', { name })}
        isOn={isEditing}
        onPress={() => setEditing(!isEditing)}
      />
      <IconButton icon={Trash2} label={t('groups.delete', { name })} onPress={remove} />
      {isEditing && <GroupForm group={group} onClose={() => setEditing(false)} />}
      {isOpen && <GroupSuppressions group={group} />}
    </li>
  );
}
