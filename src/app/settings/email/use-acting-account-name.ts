/** The name of the account that one acts for. */

import { useSubaccounts } from '../../client/accounts.ts';
import { useEmailTarget } from './use-email-target.ts';

/** Null when one acts for nobody; what the address says until the accounts are known. */
export function useActingAccountName(): string | null {
  const { actingAs } = useEmailTarget();
  const { data = [] } = useSubaccounts();
  if (actingAs === null) return null;
  const account = data.find(({ sid, username }) => sid === actingAs || username === actingAs);
  return account?.friendly_name ?? actingAs;
}
