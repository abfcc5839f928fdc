/** The working copy of an open flow for other pages. */

import '../words/chunks/flow-words.ts';
import type { QueryClient } from '@tanstack/react-query';
import type { WorkingCopy } from '../changes/working-copy.ts';
import { openFlow } from './document/open-flow.ts';

/** @throws RequestError when the flow cannot be opened */
export async function openWorkingCopy(sid: string, queries: QueryClient): Promise<WorkingCopy> {
  const { document, sync } = await openFlow(sid, queries);
  return {
    read: () => document.getState().history.present.definition,
    subscribe(listener) {
      const unsubscribe = document.subscribe(listener);
      const endFollowing = sync.follow();
      return () => {
        unsubscribe();
        endFollowing();
      };
    },
    apply: (label, edit) => document.apply(label, edit),
    put: (label, content) => document.put(label, content),
    undo: () => document.undo(),
    head: () => document.getState().editor.confirmed.seq,
  };
}
