/** What the open flow has that is not published. */

import { useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useMemo } from 'react';
import type { RevisionResource } from '#api/flows/schemas.ts';
import type { FlowContent } from '#flow/change/working-copy.ts';
import { type ChangedPart, changedParts } from '#flow/diff/changed-parts.ts';
import { flowState } from '#flow/flow-state.ts';
import { publishingKeys, usePublishing } from '../../client/publishing.ts';
import { useRevision } from '../../client/revisions.ts';
import type { ShownState } from '../../flow-state/flow-state-mark.tsx';
import { useDocument } from '../designer-context.tsx';

export type Unpublished = ShownState & {
  /** The published revision; null while it is loading, or where there is none. */
  published: RevisionResource | null;
  before: FlowContent | null;
  /** Null while `before` is. */
  parts: readonly ChangedPart[] | null;
  /** Why it cannot be said what is published. */
  failure: Error | null;
};

/** Counted for what is shown, also before the server has it; until what is published is here, as the server counts. */
export function useUnpublished(): Unpublished {
  const flow = useDocument((state) => state.base?.flow ?? null);
  const sid = flow?.sid ?? null;
  const setting = usePublishing(sid);
  useNewRevision(sid, flow?.revision ?? null);
  const isOwnPublish =
    flow?.status === 'published' && flow.revision > (setting.data?.published_revision ?? 0);
  const revision = isOwnPublish ? flow.revision : (setting.data?.published_revision ?? null);
  const loaded = useRevision(sid ?? '', revision);
  const published = loaded.data ?? null;
  const before = useMemo(() => contentOf(published), [published]);
  const copy = useDeferredValue(useDocument((state) => state.history.present));
  const parts = useMemo(() => (before === null ? null : changedParts(before, copy)), [before, copy]);
  const counted = isOwnPublish ? 0 : (setting.data?.unpublished_changes ?? null);
  const changes = revision === null ? null : (parts?.length ?? counted);
  const state =
    sid === null ? 'local' : flowState({ published_revision: revision, unpublished_changes: changes });
  return { state, revision, changes, published, before, parts, failure: loaded.error };
}

/** Another revision may have been published by another author. */
function useNewRevision(sid: string | null, newest: number | null): void {
  const cache = useQueryClient();
  useEffect(() => {
    if (sid !== null && newest !== null)
      void cache.invalidateQueries({ queryKey: [...publishingKeys.of(sid), 'setting'] });
  }, [cache, sid, newest]);
}

function contentOf(revision: RevisionResource | null): FlowContent | null {
  if (revision === null || revision.definition === null) return null;
  return { name: revision.friendly_name, definition: revision.definition };
}
