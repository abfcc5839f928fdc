/** The list of the account menu: one's profile, the account, the language, and signing out. */

import { useNavigate } from '@tanstack/react-router';
import { ArrowLeftRight, Copy, LogOut } from 'lucide-react';
import { showDialog } from '../client/open-dialog.ts';
import { useSession } from '../client/people/session.ts';
import { useSignOut } from '../client/people/sign-in.ts';
import type { OpenedMenu } from '../ui/overlays/menu-action.ts';
import { MenuPopover } from '../ui/overlays/menu-popover.tsx';
import { toast } from '../ui/overlays/toast.ts';
import '../words/chunks/late-words.ts';
import { chooseLanguage, languages, useLanguage } from '../words/language.ts';
import { useWords } from '../words/use-words.ts';
import './account-keys.ts';
import { copyOrSay } from '../ui/copy-text.ts';

export function AccountList(menu: OpenedMenu) {
  const t = useWords('railMenus');
  const roles = useWords('shell');
  const session = useSession().data;
  const navigate = useNavigate();
  const signOut = useSignOut();
  const shown = useLanguage();
  const person = session?.person;
  const sid = session?.account_sid ?? '';
  return (
    <MenuPopover
      {...menu}
      label={t('account')}
      placement="right bottom"
      items={[
        ...(person && session
          ? [
              {
                id: 'profile',
                label: person.name,
                hint: roles(`roles.${session.role}`),
                onAction: () => void navigate({ to: '/settings/profile' }),
              },
            ]
          : []),
        {
          id: 'switch',
          label: t('switchAccount'),
          hint: session?.friendly_name ?? '',
          keys: ['G', 'A'],
          icon: ArrowLeftRight,
          onAction: () => showDialog('accounts'),
        },
        {
          id: 'sid',
          label: t('copySid'),
          hint: `${sid.slice(0, 6)}…${sid.slice(-4)}`,
          icon: Copy,
          onAction: () => void copyOrSay(sid, () => toast({ message: t('copied') })),
        },
        ...languages.map(({ language, name: label }, index) => ({
          id: language,
          label,
          hint: t('language'),
          isChosen: language === shown,
          separated: index === 0,
          onAction: () => void chooseLanguage(language).catch(() => toast({ message: t('languageFailed') })),
        })),
        {
          id: 'out',
          label: t('signOut'),
          icon: LogOut,
          separated: true,
          onAction: () => signOut.mutate(undefined, { onSuccess: () => void navigate({ to: '/sign-in' }) }),
        },
      ]}
    />
  );
}
