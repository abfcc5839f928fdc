/** A person who is invited and has not joined yet. */

import { Ellipsis, Mail, Undo2 } from 'lucide-react';
import type { InvitationResource } from '#api/people/schemas.ts';
import { useDeleteInvitation } from '../../client/people/people.ts';
import { RoleChip } from '../../people/role-chip.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Icon } from '../../ui/marks/icon.tsx';
import { Pill } from '../../ui/marks/pill.tsx';
import { useNow } from '../../ui/marks/use-now.ts';
import { Menu } from '../../ui/overlays/menu.tsx';
import { saidByToast } from '../../ui/overlays/toast.ts';
import { shortDateAndTimeInSentence } from '../../words/date-time.ts';
import { useWords } from '../../words/use-words.ts';

export function InvitationRow({
  invitation: { sid, email, role, invited_by: by, date_expires: ends },
  canChange,
  hasAccounts,
}: {
  invitation: InvitationResource;
  canChange: boolean;
  /** The table has a column for them. */
  hasAccounts: boolean;
}) {
  const t = useWords('people');
  const takeBack = useDeleteInvitation(sid);
  const when = shortDateAndTimeInSentence(ends, useNow(60_000));
  return (
    <tr>
      <td>
        <div className="member">
          <span className="person icon invited">
            <Icon of={Mail} size={14} />
          </span>
          <div>
            <p className="member-name">
              <b>{email}</b>
              <Pill>{t('members.invited')}</Pill>
            </p>
            <p className="small sec">
              {by === null ? t('members.linkEnds', { when }) : t('members.invitedBy', { name: by, when })}
            </p>
          </div>
        </div>
      </td>
      <td>
        <RoleChip role={role} />
      </td>
      <td className="source" />
      {hasAccounts && <td className="source" />}
      {canChange && <td className="seen">{t('members.factors.invited')}</td>}
      <td className="seen">{t('members.never')}</td>
      <td className="right">
        {canChange && (
          <Menu
            label={t('members.actionsOf', { name: email })}
            trigger={<IconButton icon={Ellipsis} label={t('members.actionsOf', { name: email })} />}
            placement="bottom end"
            items={[
              {
                id: 'take-back',
                label: t('members.takeBack'),
                icon: Undo2,
                onAction: () =>
                  takeBack.mutate(
                    undefined,
                    saidByToast(t('members.takeBackDone', { name: email }), (message) =>
                      t('members.failed', { name: email, message }),
                    ),
                  ),
              },
            ]}
          />
        )}
      </td>
    </tr>
  );
}
