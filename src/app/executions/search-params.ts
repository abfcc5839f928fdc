/** Search parameters of the executions pages. Defaults are left out. */

import type { StatusFilter } from '../client/executions.ts';

/** `q` is the search of the list, `start` opens the start dialog. */
export type ExecutionsSearch = { q?: string; show?: Exclude<StatusFilter, 'all'>; start?: true };

/** `step` is the number of the selected step (left out: the newest), `view` the tab on a narrow screen. */
export type ExecutionSearch = { step?: number; view?: 'context' | 'details' };

export function readExecutionsSearch(search: Record<string, unknown>): ExecutionsSearch {
  const { q, show, start } = search;
  return {
    ...((typeof q === 'string' || typeof q === 'number') && q !== '' && { q: String(q) }),
    ...((show === 'active' || show === 'ended') && { show }),
    ...(start === true && { start }),
  };
}

export function readExecutionSearch(search: Record<string, unknown>): ExecutionSearch {
  const { step, view } = search;
  return {
    ...(typeof step === 'number' && Number.isSafeInteger(step) && step > 0 && { step }),
    ...((view === 'context' || view === 'details') && { view }),
  };
}
