/** Duplicating a flow: a draft with the same definition and the same tags, which is then opened. */

import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { FlowDefinition } from '#flow/definition.ts';
import { setFlowTags } from '../client/flow-tags.ts';
import { summariesQuery, useCreateFlow } from '../client/flows.ts';
import { toast } from '../ui/overlays/toast.ts';
import { useWords } from '../words/use-words.ts';

/** `definition` is what the copy gets. */
export type DuplicatedFlow = { sid: string; name: string; definition(): Promise<FlowDefinition> };

/** Gives the function that duplicates a flow, the same in each render; a notice says why it failed. */
export function useDuplicateFlow(): (flow: DuplicatedFlow) => Promise<void> {
  const t = useWords('flows');
  const cache = useQueryClient();
  const navigate = useNavigate();
  const { mutateAsync: create } = useCreateFlow();
  return useCallback(
    async ({ sid, name, definition }: DuplicatedFlow) => {
      try {
        const copy = await create({
          FriendlyName: t('duplicateName', { name }),
          Status: 'draft',
          Definition: JSON.stringify(await definition()),
        });
        const flows = await cache.ensureQueryData(summariesQuery);
        const { tags = [] } = flows.find((each) => each.sid === sid) ?? {};
        if (tags.length > 0) await setFlowTags(copy.sid, tags);
        await navigate({ to: '/flows/$sid', params: { sid: copy.sid } });
      } catch (failure) {
        toast({
          message: t('duplicateFailed', { name, message: failure instanceof Error ? failure.message : '' }),
        });
      }
    },
    [t, cache, navigate, create],
  );
}
