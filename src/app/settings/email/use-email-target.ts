/** The region and account of the email pages, from the search parameters. */

import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { EmailTarget } from '../../client/email/email-target.ts';

const route = getRouteApi('/shell/settings/email');

export function useEmailTarget(): EmailTarget {
  const { region, as } = route.useSearch();
  return useMemo(() => ({ region: region ?? 'global', actingAs: as ?? null }), [region, as]);
}
