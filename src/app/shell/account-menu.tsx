/** Who is signed in, and signing out. */

import { useNavigate } from '@tanstack/react-router';
import { Copy, LogOut } from 'lucide-react';
import { useSession, useSignOut } from '../client/session.ts';
import { toast } from '../ui/overlays/toast.ts';
import { chooseLanguage, languages, useLanguage } from '../words/language.ts';
import { useWords } from '../words/use-words.ts';
import { RailMenu } from './rail-menu.tsx';

export function AccountMenu({ onSignedOut }: { onSignedOut(): void }) {
  const t = useWords('shell');
  const session = useSession().data;
  const navigate = useNavigate();
  const signOut = useSignOut();
  const shown = useLanguage();
  const person = session?.person;
  const account = session?.friendly_name ?? '';
  const name = person?.name ?? account;
  const sid = session?.account_sid ?? '';
  return (
    <RailMenu
      className="who"
      label={t('account')}
      buttonLabel={
        person && session ? `${name}, ${t(`roles.${session.role}`)}, ${account}` : t('accountOf', { name })
      }
      button={<span className="avatar">{initials(name)}</span>}
      items={[
        ...(person && session
          ? [
              {
                id: 'profile',
                label: name,
                hint: t(`roles.${session.role}`),
                onAction: () => void navigate({ to: '/settings/profile' }),
              },
            ]
          : []),
        {
          id: 'sid',
          label: t('copySid'),
          hint: `${sid.slice(0, 6)}…${sid.slice(-4)}`,
          icon: Copy,
          onAction: () => void navigator.clipboard.writeText(sid).then(() => toast({ message: t('copied') })),
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
          onAction: () => signOut.mutate(undefined, { onSuccess: onSignedOut }),
        },
      ]}
    />
  );
}

function initials(name: string): string {
  const parts = name.match(/[\p{L}\p{N}]+/gu) ?? [];
  return `${parts[0]?.[0] ?? ''}${parts[1]?.[0] ?? parts[0]?.[1] ?? ''}`.toLocaleUpperCase();
}
