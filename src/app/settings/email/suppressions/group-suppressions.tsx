/** The addresses that have left a group, and adding to them. */

import { useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import type { Group } from '#api/email/suppressions.ts';
import { useDeferredKeys } from '../../../client/deferred-requests.ts';
import {
  groupsKey,
  removeGroupSuppression,
  useAddGroupSuppressions,
  useGroupSuppressions,
} from '../../../client/email/suppressions.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { QueryList } from '../../../ui/query-list.tsx';
import { useWords } from '../../../words/use-words.ts';
import { removeWithUndo } from '../remove-with-undo.ts';
import { useEmailTarget } from '../use-email-target.ts';
import { AddAddresses } from './add-addresses.tsx';

const removalKey = (id: number, email: string) => `group suppression ${id} ${email}`;

export function GroupSuppressions({ group: { id, name } }: { group: Group }) {
  const t = useWords('email');
  const cache = useQueryClient();
  const target = useEmailTarget();
  const members = useGroupSuppressions(target, id);
  const add = useAddGroupSuppressions(target, id);
  const waiting = useDeferredKeys();
  const rows = members.data?.filter((email) => !waiting.has(removalKey(id, email))) ?? [];
  const remove = (email: string) =>
    removeWithUndo({
      cache,
      key: removalKey(id, email),
      invalidates: groupsKey(target),
      send: () => removeGroupSuppression(target, id, email),
      message: t('suppressions.removing', { email }),
    });
  return (
    <div className="members">
      <AddAddresses change={add} />
      <QueryList
        list={members}
        count={rows.length}
        failedTitle={t('suppressions.failedTitle')}
        empty={<p className="inside mut">{t('groups.noneUnsubscribed')}</p>}
        lines={2}
      >
        <ul aria-label={t('groups.unsubscribedFrom', { name })}>
          {rows.map((email) => (
            <li key={email}>
              <span className="grow">{email}</span>
              <IconButton
                icon={Trash2}
                label={t('suppressions.remove', { email })}
                onPress={() => remove(email)}
              />
            </li>
          ))}
        </ul>
      </QueryList>
    </div>
  );
}
