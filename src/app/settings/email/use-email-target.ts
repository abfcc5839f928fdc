/** The region and account of the email pages, from the search parameters. */

import { useLocation, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { EmailTarget } from '../../client/email/email-target.ts';
import { useSubaccounts } from '../../client/people/accounts.ts';

export function useEmailTarget(): EmailTarget {
  const { region, as } = useSearch({ strict: false });
  return useMemo(() => ({ region: region ?? 'global', actingAs: as ?? null }), [region, as]);
}

/** The page that one comes to in another region or account: the first of the section, or of the settings. */
export function useEmailHome(): '/email/sent' | '/settings/email' {
  return useLocation({
    select: ({ pathname }) => (pathname.startsWith('/email') ? '/email/sent' : '/settings/email'),
  });
}

/** Null for the own account; the search parameter itself until the accounts have loaded. */
export function useActingAccountName(): string | null {
  const { actingAs } = useEmailTarget();
  const { data = [] } = useSubaccounts();
  if (actingAs === null) return null;
  const account = data.find(({ sid, username }) => sid === actingAs || username === actingAs);
  return account?.friendly_name ?? actingAs;
}
