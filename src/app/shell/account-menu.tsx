/** Who is signed in: the button at the end of the rail. */

import { useSession } from '../client/people/session.ts';
import { lateOverlay } from '../ui/overlays/late-overlay.tsx';
import { useWords } from '../words/use-words.ts';
import { RailMenu } from './rail-menu.tsx';

const AccountList = lateOverlay(async () => (await import('./account-list.tsx')).AccountList);

export function AccountMenu() {
  const t = useWords('shell');
  const session = useSession().data;
  const person = session?.person;
  const account = session?.friendly_name ?? '';
  const name = person?.name ?? account;
  return (
    <RailMenu
      className="who"
      label={
        person && session ? `${name}, ${t(`roles.${session.role}`)}, ${account}` : t('accountOf', { name })
      }
      button={<span className="avatar">{initials(name)}</span>}
      list={AccountList}
    />
  );
}

function initials(name: string): string {
  const parts = name.match(/[\p{L}\p{N}]+/gu) ?? [];
  return `${parts[0]?.[0] ?? ''}${parts[1]?.[0] ?? parts[0]?.[1] ?? ''}`.toLocaleUpperCase();
}
