/** Flows that only this device has: drafts that the server would not take yet. The designer keeps and opens them. */

import { queryOptions, useQuery } from '@tanstack/react-query';
import type { FlowDefinition } from '#flow/definition.ts';
import { unsavedWorkStorage } from './storage.ts';

/** `at` is when it was last changed, epoch ms. */
export type LocalDraft = { id: string; name: string; description: string; at: number };

export const localDraftsKey = ['local-drafts'] as const;

/** An empty list where the browser refuses storage: then nothing can be kept there either. */
export const localDraftsQuery = queryOptions({
  queryKey: localDraftsKey,
  queryFn: async (): Promise<LocalDraft[]> => {
    const all = await unsavedWorkStorage.list().catch(() => []);
    return all.flatMap(({ id, base, draft, at }) => {
      const { description } = draft.definition;
      return base === null
        ? [{ id, name: draft.name, description: typeof description === 'string' ? description : '', at }]
        : [];
    });
  },
  // Reading this device does not need a network.
  networkMode: 'always',
  staleTime: 0,
});

export const useLocalDrafts = () => useQuery(localDraftsQuery);

/**
 * Keeps a definition on this device as a draft of its own and gives its id, the one of `/flows/local/ID`.
 *
 * @throws when the browser refuses storage
 */
export async function storeLocalDraft(name: string, definition: FlowDefinition): Promise<string> {
  const id = `local-${crypto.randomUUID()}`;
  await unsavedWorkStorage.write({
    id,
    base: null,
    past: [],
    draft: { name, definition },
    changes: 1,
    at: Date.now(),
  });
  return id;
}

export function deleteLocalDraft(id: string): Promise<void> {
  return unsavedWorkStorage.remove(id);
}
