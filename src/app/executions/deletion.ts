/** Deletion of an execution with undo: hidden at once, the request is sent when the toast with Undo closes. */

import type { QueryClient } from '@tanstack/react-query';
import { cancelDeferred, deferRequest, sendDeferred } from '../client/deferred-requests.ts';
import { deleteExecution, executionKeys } from '../client/executions.ts';
import { isNotFound } from '../client/request.ts';
import { toast } from '../ui/toast.ts';
import { wordsOf } from '../words/use-words.ts';

/** Under which key an execution's deletion waits. */
export const executionDeletionKey = (sid: string) => `delete ${sid}`;

export function deleteWithUndo(cache: QueryClient, flowSid: string, sid: string): void {
  const t = wordsOf('executions');
  const key = executionDeletionKey(sid);
  deferRequest(key, async () => {
    try {
      await deleteExecution(flowSid, sid, { keepalive: true });
      cache.removeQueries({ queryKey: executionKeys.one(flowSid, sid) });
    } catch (failure) {
      if (isNotFound(failure)) return;
      toast({ message: t('deleteFailed', { message: failure instanceof Error ? failure.message : '' }) });
    } finally {
      await cache.invalidateQueries({ queryKey: executionKeys.of(flowSid) });
    }
  });
  toast({ message: t('deleting'), action: { label: t('undo'), onPress: () => cancelDeferred(key) } }, () => {
    void sendDeferred(key);
  });
}
