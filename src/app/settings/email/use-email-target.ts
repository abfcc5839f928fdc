/** Where one stands in the email service, as the address says. */

import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { EmailTarget } from '../../client/email/email-target.ts';

const route = getRouteApi('/shell/settings/email');

export function useEmailTarget(): EmailTarget {
  const { region, as } = route.useSearch();
  return useMemo(() => ({ region: region ?? 'global', actingAs: as ?? null }), [region, as]);
}
