/** Parts of the settings that need a permission: who lacks it reads which role has it. */

import { Lock } from 'lucide-react';
import { createContext, type ReactNode, useContext } from 'react';
import { isAllowed, type Permission, type Role, roles } from '#api/people/roles.ts';
import { useMay } from '../client/people/session.ts';
import { EmptyState } from '../ui/states/empty-state.tsx';
import { useWords } from '../words/use-words.ts';

const MayChange = createContext(true);

/** Whether forms and buttons that change something are of use here. */
export const useMayChange = () => useContext(MayChange);

type GuardProps = { permission: Permission; children: ReactNode };

/** Shows its content to those who may see it only; the others are told instead of being refused by the server. */
export function SeeingNeeds({ permission, children }: GuardProps) {
  const t = useWords('access');
  const role = useLeastRole(permission);
  if (useMay(permission)) return children;
  return (
    <EmptyState icon={Lock} title={t('seeTitle')}>
      {t('see', { role })}
    </EmptyState>
  );
}

/** Everybody sees its content; what changes something in it is left out for those who may not. */
export function ChangingNeeds({ permission, children }: GuardProps) {
  const t = useWords('access');
  const role = useLeastRole(permission);
  const may = useMay(permission);
  return (
    <MayChange value={may}>
      {!may && (
        <p className="role-note" role="note">
          {t('change', { role })}
        </p>
      )}
      {children}
    </MayChange>
  );
}

/** The name of the least powerful role that may do it. */
function useLeastRole(permission: Permission): string {
  const t = useWords('shell');
  const least: Role = roles.find((role) => isAllowed(role, permission)) ?? 'owner';
  return t(`roles.${least}`);
}
