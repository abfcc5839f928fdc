/** Mutations of the email API, which invalidate the queries of what they change. */

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type EmailTarget, emailTargetKey } from './email-target.ts';

/** `resource` is the query key that is invalidated, after that of the target. */
export function useEmailMutation<Input, Output>(
  target: EmailTarget,
  resource: string,
  change: (input: Input) => Promise<Output>,
) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => void cache.invalidateQueries({ queryKey: [...emailTargetKey(target), resource] }),
  });
}
