/** Changes on the server, after which the page reads again what they touch. */

import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';

/**
 * A mutation after which the queries of those keys are read again. Callers do not wait for that: it may unmount the row, and
 * with it the callbacks that say how the change went.
 */
export function useChange<Input, Output>(
  keys: readonly QueryKey[],
  change: (input: Input) => Promise<Output>,
) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => {
      for (const queryKey of keys) void cache.invalidateQueries({ queryKey });
    },
  });
}
