/** The tags of flows. */

import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FlowTags } from '#api/flows/tags.ts';
import { paths } from '#api/paths.ts';
import { flowKeys } from './flows.ts';
import { request } from './request.ts';

/** Replaces the tags of a flow; none clears them. */
export function setFlowTags(sid: string, tags: readonly string[]): Promise<FlowTags> {
  // A form without the field would say nothing about the tags.
  return request<FlowTags>(paths.flowTags(sid), { form: { Tags: tags.length === 0 ? [''] : [...tags] } });
}

export function useSetFlowTags(sid: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (tags: readonly string[]) => setFlowTags(sid, tags),
    onSuccess: () => cache.invalidateQueries({ queryKey: flowKeys.summaries }),
  });
}
