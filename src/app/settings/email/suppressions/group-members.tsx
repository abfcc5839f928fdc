/** The addresses that have left a group, and adding to them. */

import { useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import type { Group } from '#api/email/suppressions.ts';
import {
  groupsKey,
  removeFromGroup,
  useAddToGroup,
  useGroupMembers,
} from '../../../client/email/suppressions.ts';
import { useWaiting } from '../../../client/later.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Listing } from '../../../ui/listing.tsx';
import { useWords } from '../../../words/use-words.ts';
import { removeWithUndo } from '../remove-with-undo.ts';
import { useStanding } from '../use-standing.ts';
import { AddAddresses } from './add-addresses.tsx';

const removalKey = (id: number, email: string) => `group suppression ${id} ${email}`;

export function GroupMembers({ group: { id, name } }: { group: Group }) {
  const t = useWords('email');
  const cache = useQueryClient();
  const standing = useStanding();
  const members = useGroupMembers(standing, id);
  const add = useAddToGroup(standing, id);
  const waiting = useWaiting();
  const rows = members.data?.filter((email) => !waiting.has(removalKey(id, email))) ?? [];
  const remove = (email: string) =>
    removeWithUndo({
      cache,
      key: removalKey(id, email),
      about: groupsKey(standing),
      send: () => removeFromGroup(standing, id, email),
      said: t('suppressions.removed', { email }),
    });
  return (
    <div className="members">
      <AddAddresses change={add} />
      <Listing
        list={members}
        count={rows.length}
        failedTitle={t('suppressions.failedTitle')}
        empty={<p className="inside mut">{t('groups.noMembers')}</p>}
        lines={2}
      >
        <ul aria-label={t('groups.members', { name })}>
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
      </Listing>
    </div>
  );
}
