/** The name of the account that one acts for. */

import { useSubaccounts } from '../../client/accounts.ts';
import { useStanding } from './use-standing.ts';

/** Null when one acts for nobody; what the address says until the accounts are known. */
export function useActing(): string | null {
  const { actingFor } = useStanding();
  const { data = [] } = useSubaccounts();
  if (actingFor === null) return null;
  const account = data.find(({ sid, username }) => sid === actingFor || username === actingFor);
  return account?.friendly_name ?? actingFor;
}
