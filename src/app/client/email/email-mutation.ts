/** Changes in the email service: sent, then what they touched is read again. */

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type EmailTarget, emailTargetKey } from './email-target.ts';

/** `about` is the query key of what changes, behind that of the target. */
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
