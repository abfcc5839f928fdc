/** The state of a flow, as every page, list and program calls it. */

export const flowStates = ['draft', 'published', 'changed'] as const;

/**
 * `draft`: never published. `published`: what is edited is what is published. `changed`: the working copy differs from
 * what is published.
 */
export type FlowState = (typeof flowStates)[number];

/** What a state is derived from. `unpublished_changes` is null exactly where nothing is published. */
export type PublishedChanges = { published_revision: number | null; unpublished_changes: number | null };

/** The only place that says which state a flow is in. */
export function flowState({ published_revision, unpublished_changes }: PublishedChanges): FlowState {
  if (published_revision === null) return 'draft';
  return (unpublished_changes ?? 0) === 0 ? 'published' : 'changed';
}
