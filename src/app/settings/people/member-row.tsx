/** A member of the account, with what can be done with them. */

import { useNavigate } from '@tanstack/react-router';
import {
  Ban,
  CircleCheck,
  Ellipsis,
  Fingerprint,
  KeyRound,
  LogIn,
  LogOut,
  ScrollText,
  ShieldOff,
  Smartphone,
  TriangleAlert,
  UserCog,
  UserMinus,
} from 'lucide-react';
import { useState } from 'react';
import { mayGive, type Role } from '#api/people/roles.ts';
import type { MemberResource } from '#api/people/schemas.ts';
import {
  useCreatePasswordLink,
  useRemoveMember,
  useResetSecondFactor,
  useSignOutMember,
  useUpdateMember,
} from '../../client/people/people.ts';
import { Avatar } from '../../people/avatar.tsx';
import { RoleChip } from '../../people/role-chip.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Icon } from '../../ui/marks/icon.tsx';
import { Pill } from '../../ui/marks/pill.tsx';
import { RelativeTime } from '../../ui/marks/relative-time.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { Menu } from '../../ui/overlays/menu.tsx';
import { saidByToast } from '../../ui/overlays/toast.ts';
import { useWords } from '../../words/use-words.ts';
import { LinksDialog } from './links-dialog.tsx';
import { RoleDialog } from './role-dialog.tsx';

/** `own` is the role of who looks, null for one that may not change members. */
export function MemberRow({
  member,
  own,
  accounts,
}: {
  member: MemberResource;
  own: Role | null;
  /** The account, and those below it. */
  accounts: number;
}) {
  const t = useWords('people');
  const { name, email, role, status, is_self: isSelf, date_last_seen: seen } = member;
  const isBlocked = status === 'blocked';
  return (
    <tr className={isBlocked ? 'off' : undefined}>
      <td>
        <div className="member">
          {isBlocked ? (
            <span className="person icon">
              <Icon of={Ban} size={14} />
            </span>
          ) : (
            <Avatar sid={member.sid} name={name} />
          )}
          <div>
            <p className="member-name">
              <b>{name}</b>
              {isSelf && <span className="tag">{t('you')}</span>}
              {isBlocked && <Pill tone="danger">{t('members.blocked')}</Pill>}
            </p>
            <p className="small sec">{email}</p>
          </div>
        </div>
      </td>
      <td>
        <RoleChip role={role} />
      </td>
      <td className="source">
        <MemberSources sources={member.comes_from} />
      </td>
      {accounts > 1 && (
        <td className="source">
          <MemberAccounts member={member} accounts={accounts} />
        </td>
      )}
      {own !== null && (
        <td className="seen">
          <MemberFactor factor={member.second_factor} />
        </td>
      )}
      <td className="seen">{seen === null ? t('members.never') : <RelativeTime at={seen} />}</td>
      <td className="right">
        {own !== null && mayGive(own, role) && <MemberMenu member={member} own={own} />}
      </td>
    </tr>
  );
}

const factorIcons = { passkey: Fingerprint, app: Smartphone, provider: LogIn, none: TriangleAlert };

/** What a member has besides a password. */
function MemberFactor({ factor }: { factor: MemberResource['second_factor'] }) {
  const t = useWords('people');
  if (factor === null) return null;
  return (
    <span className={factor === 'none' ? 'factor missing' : 'factor'}>
      <Icon of={factorIcons[factor]} size={14} />
      {t(`members.factors.${factor}`)}
    </span>
  );
}

type Source = MemberResource['comes_from'][number];

/** Why a person is a member: what gives the role that counts comes first. */
function MemberSources({ sources }: { sources: readonly Source[] }) {
  const textOf = useSourceText();
  const texts = sources
    .toSorted((one, other) => Number(mayGive(other.role, one.role)) - Number(mayGive(one.role, other.role)))
    .map(textOf);
  return <>{texts.join(', ')}</>;
}

function useSourceText(): (source: Source) => string {
  const t = useWords('identity');
  const groups = useWords('groups');
  return ({ kind, name: of }) => {
    const name = of ?? '';
    if (kind === 'direct') return t('comesFrom.direct');
    return kind === 'group' ? groups('source', { name }) : t('comesFrom.rule', { name });
  };
}

/** A role counts in all accounts below; said is where a more powerful one does, and what gives it. */
function MemberAccounts({ member, accounts }: { member: MemberResource; accounts: number }) {
  const t = useWords('people');
  const roles = useWords('shell');
  const textOf = useSourceText();
  return (
    <>
      {t('members.allAccounts', { count: accounts })}
      {member.roles_below
        .filter(({ role }) => !mayGive(member.role, role))
        .map((each) => (
          <small key={`${each.role} ${each.kind} ${each.sid}`} className="small sec below">
            {t('members.roleBelow', {
              ...{ role: roles(`roles.${each.role}`), count: each.accounts, source: textOf(each) },
            })}
          </small>
        ))}
    </>
  );
}

function MemberMenu({ member, own }: { member: MemberResource; own: Role }) {
  const t = useWords('people');
  const { sid, name, status, is_self: isSelf } = member;
  const navigate = useNavigate();
  const [open, setOpen] = useState<'role' | 'remove' | 'reset' | null>(null);
  const update = useUpdateMember(sid);
  const signOut = useSignOutMember(sid);
  const link = useCreatePasswordLink(sid);
  const remove = useRemoveMember(sid);
  const reset = useResetSecondFactor(sid);
  const factors = useWords('factors');
  const isBlocked = status === 'blocked';
  const failed = (message: string) => t('members.failed', { name, message });
  const close = () => setOpen(null);
  return (
    <>
      <Menu
        label={t('members.actionsOf', { name })}
        trigger={<IconButton icon={Ellipsis} label={t('members.actionsOf', { name })} />}
        placement="bottom end"
        items={[
          { id: 'role', label: t('members.changeRole'), icon: UserCog, onAction: () => setOpen('role') },
          {
            id: 'audit',
            label: t('members.showAudit'),
            icon: ScrollText,
            onAction: () => void navigate({ to: '/settings/audit', search: { who: sid } }),
          },
          {
            id: 'sign-out',
            label: t('members.signOut'),
            icon: LogOut,
            separated: true,
            onAction: () =>
              signOut.mutate(undefined, saidByToast(t('members.signOutDone', { name }), failed)),
          },
          {
            id: 'link',
            label: t('members.passwordLink'),
            icon: KeyRound,
            onAction: () => link.mutate(undefined, saidByToast(null, failed)),
          },
          {
            id: 'reset',
            label: factors('reset.action'),
            icon: ShieldOff,
            onAction: () => setOpen('reset'),
          },
          // Members cannot block themselves: who would let them in again?
          ...(isSelf
            ? []
            : [
                {
                  id: 'block',
                  label: t(isBlocked ? 'members.unblock' : 'members.block'),
                  icon: isBlocked ? CircleCheck : Ban,
                  separated: true,
                  onAction: () =>
                    update.mutate(
                      { Status: isBlocked ? 'active' : 'blocked' },
                      saidByToast(
                        t(isBlocked ? 'members.unblockDone' : 'members.blockDone', { name }),
                        failed,
                      ),
                    ),
                },
              ]),
          {
            id: 'remove',
            label: t('members.remove'),
            icon: UserMinus,
            tone: 'danger',
            ...(isSelf && { separated: true }),
            onAction: () => setOpen('remove'),
          },
        ]}
      />
      {open === 'role' && <RoleDialog member={member} own={own} onClose={close} />}
      <ConfirmDialog
        title={t('members.removeTitle', { name })}
        submit={t('members.removeSubmit')}
        isOpen={open === 'remove'}
        change={remove}
        onSubmit={(whenDone) => remove.mutate(undefined, whenDone)}
        done={t('members.removeDone', { name })}
        onClose={close}
      >
        <p>{t('members.removeText', { name })}</p>
      </ConfirmDialog>
      <ConfirmDialog
        title={factors('reset.title', { name })}
        submit={factors('reset.submit')}
        isOpen={open === 'reset'}
        change={reset}
        onSubmit={(whenDone) => reset.mutate(undefined, whenDone)}
        done={factors('reset.done', { name })}
        onClose={close}
      >
        <p>{factors('reset.text')}</p>
      </ConfirmDialog>
      {link.data && (
        <LinksDialog
          title={t('members.passwordLinkTitle', { name })}
          links={[{ name, link: link.data.link, ends: link.data.date_expires, isSent: link.data.is_sent }]}
          onClose={link.reset}
        />
      )}
    </>
  );
}
