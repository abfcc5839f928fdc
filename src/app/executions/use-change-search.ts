/** Changing what the address carries, whether one execution is open or only the list. */

import { getRouteApi, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { ExecutionSearch, ExecutionsSearch } from './search-params.ts';

type Search = ExecutionsSearch & ExecutionSearch;

const route = getRouteApi('/shell/flows/$sid/executions');

/** `change` gives the new search from the present one; `replace` leaves no trace in the browser's history. */
export function useChangeSearch(): (change: (now: Search) => Search, options?: { replace: boolean }) => void {
  const navigate = useNavigate();
  const { sid } = route.useParams();
  const { executionSid } = useParams({ strict: false });
  const now = useSearch({ strict: false }) as Search;
  return (change, options) => {
    const search = change(now);
    if (executionSid === undefined) {
      void navigate({ to: '/flows/$sid/executions', params: { sid }, search, ...options });
    } else {
      const params = { sid, executionSid };
      void navigate({ to: '/flows/$sid/executions/$executionSid', params, search, ...options });
    }
  };
}
