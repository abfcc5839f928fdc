/**
 * Deletion with undo: the row is hidden at once, the request is sent when the toast with Undo closes, or
 * when the page is left before.
 */

import type { QueryClient } from '@tanstack/react-query';
import { deletionKey } from '../client/deferred-requests.ts';
import { deleteFlow, flowKeys } from '../client/flows.ts';
import { deferWithUndo } from '../ui/overlays/defer-with-undo.ts';
import { deleteLocalDraft, localDraftsKey } from '../unsaved-work/local-drafts.ts';
import { wordsOf } from '../words/use-words.ts';

export function deleteWithUndo(cache: QueryClient, sid: string, name: string): void {
  const t = wordsOf('flows');
  deferWithUndo({
    key: deletionKey(sid),
    message: t('deleting', { name }),
    undo: t('undo'),
    async send() {
      await deleteFlow(sid, { keepalive: true });
      cache.removeQueries({ queryKey: flowKeys.one(sid) });
    },
    failed: (message) => t('deleteFailed', { name, message }),
    refresh: () => cache.invalidateQueries({ queryKey: flowKeys.summaries }),
  });
}

/** The same for a draft that only this device has. */
export function discardWithUndo(cache: QueryClient, id: string, name: string): void {
  const t = wordsOf('flows');
  deferWithUndo({
    key: deletionKey(id),
    message: t('deleting', { name }),
    undo: t('undo'),
    send: () => deleteLocalDraft(id),
    failed: (message) => t('deleteFailed', { name, message }),
    refresh: () => cache.invalidateQueries({ queryKey: localDraftsKey }),
  });
}
