/** The addresses that have left a group, and adding to them. */

import { Trash2 } from 'lucide-react';
import type { Group } from '#api/email/suppressions.ts';
import {
  groupsKey,
  removeGroupSuppression,
  useAddGroupSuppressions,
  useGroupSuppressions,
} from '../../../client/email/suppressions.ts';
import { QueryList } from '../../../ui/display/query-list.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Masked } from '../../../ui/marks/masked.tsx';
import { useWords } from '../../../words/use-words.ts';
import { useMayChange } from '../../permission-guard.tsx';
import { useEmailTarget } from '../use-email-target.ts';
import { useRemoval } from '../use-removal.ts';
import { AddAddresses } from './add-addresses.tsx';

const removable = { kind: 'group suppression', list: groupsKey, send: removeGroupSuppression };

export function GroupSuppressions({ group: { id, name } }: { group: Group }) {
  const t = useWords('email');
  const target = useEmailTarget();
  const members = useGroupSuppressions(target, id);
  const add = useAddGroupSuppressions(target, id);
  const { isRemoved, remove } = useRemoval(removable);
  const mayChange = useMayChange();
  const rows = members.data?.filter((email) => !isRemoved(id, email)) ?? [];
  return (
    <div className="members below">
      {mayChange && <AddAddresses change={add} />}
      <QueryList
        list={members}
        count={rows.length}
        failedTitle={t('suppressions.failedTitle')}
        empty={<p className="inside mut">{t('groups.noneUnsubscribed')}</p>}
        lines={2}
      >
        <ul aria-label={t('groups.unsubscribedFrom', { name })}>
          {rows.map((email, index) => (
            // Masked addresses may be alike.
            <li key={`${email} ${mayChange ? '' : index}`}>
              <span className="grow">
                <Masked text={email} />
              </span>
              {mayChange && (
                <IconButton
                  icon={Trash2}
                  label={t('suppressions.remove', { email })}
                  onPress={() => remove([id, email], t('suppressions.removing', { email }))}
                />
              )}
            </li>
          ))}
        </ul>
      </QueryList>
    </div>
  );
}
