/** The tags of flows. */

import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FlowTags } from '#api/flows/tags.ts';
import { callApi } from './api.ts';
import { flowKeys } from './flows.ts';

/** Replaces the tags of a flow; none clears them. */
export function setFlowTags(sid: string, tags: readonly string[]): Promise<FlowTags> {
  // A form without the field would say nothing about the tags.
  const form = { Tags: tags.length === 0 ? [''] : tags };
  return callApi('POST /v1/Flows/{Sid}/Tags', { params: { Sid: sid }, form });
}

export function useSetFlowTags(sid: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (tags: readonly string[]) => setFlowTags(sid, tags),
    onSuccess: () => cache.invalidateQueries({ queryKey: flowKeys.summaries }),
  });
}
