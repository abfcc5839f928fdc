/** Unsubscribe groups: kinds of email, and who has unsubscribed from them. */

import { ChevronDown, ChevronRight, Pencil, Trash2, Users } from 'lucide-react';
import { useState } from 'react';
import type { Group } from '#api/email/suppressions.ts';
import { deleteGroup, groupsKey, useGroups } from '../../../client/email/suppressions.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Pill } from '../../../ui/marks/pill.tsx';
import { useWords } from '../../../words/use-words.ts';
import { ResourceList } from '../../resource-list.tsx';
import { useEmailTarget } from '../use-email-target.ts';
import { useRemoval } from '../use-removal.ts';
import { GroupForm } from './group-form.tsx';
import { GroupSuppressions } from './group-suppressions.tsx';

const removable = { kind: 'unsubscribe group', list: groupsKey, send: deleteGroup };

export function GroupList() {
  const t = useWords('email');
  const groups = useGroups(useEmailTarget());
  const { isRemoved } = useRemoval(removable);
  return (
    <ResourceList
      title={t('groups.title')}
      afterTitle={<span className="small mut">{t('groups.lead')}</span>}
      above={<GroupForm group={null} />}
      list={groups}
      rows={groups.data?.filter(({ id }) => !isRemoved(id)) ?? []}
      keyOf={({ id }) => id}
      failedTitle={t('suppressions.failedTitle')}
      empty={{ icon: Users, title: t('groups.emptyTitle'), text: t('groups.emptyText') }}
    >
      {(group) => <GroupItem group={group} />}
    </ResourceList>
  );
}

function GroupItem({ group }: { group: Group }) {
  const t = useWords('email');
  const { remove } = useRemoval(removable);
  const [isOpen, setOpen] = useState(false);
  const [isEditing, setEditing] = useState(false);
  const { id, name, description, unsubscribes, is_default } = group;
  return (
    <>
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
      <IconButton
        icon={Trash2}
        label={t('groups.delete', { name })}
        onPress={() => remove([id], t('deleting', { name }))}
      />
      {isEditing && <GroupForm group={group} onClose={() => setEditing(false)} />}
      {isOpen && <GroupSuppressions group={group} />}
    </>
  );
}
