/** Who is signed in: the button at the end of the rail. */

import { pictureUrl } from '../client/people/picture-url.ts';
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
  const version = person?.picture_version;
  return (
    <RailMenu
      className="who"
      label={
        person && session ? `${name}, ${t(`roles.${session.role}`)}, ${account}` : t('accountOf', { name })
      }
      button={
        <span className="avatar">
          {initials(name)}
          {version && person && <img src={pictureUrl(person.sid, version)} alt="" />}
        </span>
      }
      list={AccountList}
    />
  );
}

/** Not `PersonMark`, whose colours every page would load. */
function initials(name: string): string {
  const letters = name.split(/\s+/, 2).map((word) => word.charAt(0));
  return letters.join('').toUpperCase();
}
