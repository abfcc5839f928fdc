/** Local drafts: flows that are stored in this browser only and not saved to the server yet. */

import { queryOptions, useQuery } from '@tanstack/react-query';
import type { FlowDefinition } from '#flow/definition.ts';
import { randomId } from '../ui/random-id.ts';
import { unsavedWorkStorage } from './storage.ts';

/** `at` is the time of the last change, epoch ms. */
export type LocalDraft = { id: string; name: string; description: string; at: number };

export const localDraftsKey = ['local-drafts'] as const;

/** Fails where the browser refuses storage, which is not the same as no drafts. */
export const localDraftsQuery = queryOptions({
  queryKey: localDraftsKey,
  queryFn: async (): Promise<LocalDraft[]> => {
    const all = await unsavedWorkStorage.list();
    return all.flatMap(({ id, base, draft, at }) => {
      const { description } = draft.definition;
      return base === null
        ? [{ id, name: draft.name, description: typeof description === 'string' ? description : '', at }]
        : [];
    });
  },
  // Reading IndexedDB needs no network.
  networkMode: 'always',
  retry: false,
  staleTime: 0,
});

export const useLocalDrafts = () => useQuery(localDraftsQuery);

/**
 * Stores a definition as a new local draft. Returns its id, the one in `/flows/local/ID`.
 *
 * @throws when the browser refuses storage
 */
export async function storeLocalDraft(name: string, definition: FlowDefinition): Promise<string> {
  const id = `local-${randomId()}`;
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
