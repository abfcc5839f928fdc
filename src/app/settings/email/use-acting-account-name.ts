/** The name of the account acted for. */

import { useSubaccounts } from '../../client/accounts.ts';
import { useEmailTarget } from './use-email-target.ts';

/** Null for the own account; the search parameter itself until the accounts have loaded. */
export function useActingAccountName(): string | null {
  const { actingAs } = useEmailTarget();
  const { data = [] } = useSubaccounts();
  if (actingAs === null) return null;
  const account = data.find(({ sid, username }) => sid === actingAs || username === actingAs);
  return account?.friendly_name ?? actingAs;
}
