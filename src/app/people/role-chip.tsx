/** The name of a role. */

import type { Role } from '#api/people/roles.ts';
import { useWords } from '../words/use-words.ts';
import './people.css';

export function RoleChip({ role }: { role: Role }) {
  const t = useWords('shell');
  return <span className="role-chip">{t(`roles.${role}`)}</span>;
}
