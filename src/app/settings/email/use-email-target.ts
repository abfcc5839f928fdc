/** The region and account of the email pages, from the search parameters. */

import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { EmailTarget } from '../../client/email/email-target.ts';
import { useSubaccounts } from '../../client/people/accounts.ts';

const route = getRouteApi('/shell/settings/email');

export function useEmailTarget(): EmailTarget {
  const { region, as } = route.useSearch();
  return useMemo(() => ({ region: region ?? 'global', actingAs: as ?? null }), [region, as]);
}

/** Null for the own account; the search parameter itself until the accounts have loaded. */
export function useActingAccountName(): string | null {
  const { actingAs } = useEmailTarget();
  const { data = [] } = useSubaccounts();
  if (actingAs === null) return null;
  const account = data.find(({ sid, username }) => sid === actingAs || username === actingAs);
  return account?.friendly_name ?? actingAs;
}
