/**
 * Deletion with undo: the row is hidden at once, the request is sent when the toast with Undo closes, or
 * when the page is left before.
 */

import type { QueryClient } from '@tanstack/react-query';
import { cancelDeferred, deferRequest, sendDeferred } from '../client/deferred-requests.ts';
import { deleteFlow, flowKeys } from '../client/flows.ts';
import { isNotFound } from '../client/request.ts';
import { toast } from '../ui/toast.ts';
import { deleteLocalDraft, localDraftsKey } from '../unsaved-work/local-drafts.ts';
import { wordsOf } from '../words/use-words.ts';

/** Under which key a flow's deletion waits. */
export const deletionKey = (sid: string) => `delete ${sid}`;

export function deleteWithUndo(cache: QueryClient, sid: string, name: string): void {
  const t = wordsOf('flows');
  const key = deletionKey(sid);
  deferRequest(key, async () => {
    try {
      await deleteFlow(sid, { keepalive: true });
      cache.removeQueries({ queryKey: flowKeys.one(sid) });
    } catch (failure) {
      if (isNotFound(failure)) return;
      toast({
        message: t('deleteFailed', { name, message: failure instanceof Error ? failure.message : '' }),
      });
    } finally {
      await cache.invalidateQueries({ queryKey: flowKeys.summaries });
    }
  });
  toast(
    { message: t('deleting', { name }), action: { label: t('undo'), onPress: () => cancelDeferred(key) } },
    () => {
      void sendDeferred(key);
    },
  );
}

/** The same for a draft that only this device has. */
export function discardWithUndo(cache: QueryClient, id: string, name: string): void {
  const t = wordsOf('flows');
  const key = deletionKey(id);
  deferRequest(key, async () => {
    await deleteLocalDraft(id);
    await cache.invalidateQueries({ queryKey: localDraftsKey });
  });
  toast(
    { message: t('deleting', { name }), action: { label: t('undo'), onPress: () => cancelDeferred(key) } },
    () => {
      void sendDeferred(key);
    },
  );
}
