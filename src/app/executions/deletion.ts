/** Deletion of an execution with undo: hidden at once, the request is sent when the toast with Undo closes. */

import type { QueryClient } from '@tanstack/react-query';
import { deleteExecution, executionKeys } from '../client/executions/executions.ts';
import { deferWithUndo } from '../ui/overlays/defer-with-undo.ts';
import { wordsOf } from '../words/use-words.ts';

/** Under which key an execution's deletion waits. */
export const executionDeletionKey = (sid: string) => `delete ${sid}`;

export function deleteWithUndo(cache: QueryClient, flowSid: string, sid: string): void {
  const t = wordsOf('executions');
  deferWithUndo({
    key: executionDeletionKey(sid),
    message: t('deleting'),
    undo: t('undo'),
    async send() {
      await deleteExecution(flowSid, sid, { keepalive: true });
      cache.removeQueries({ queryKey: executionKeys.one(flowSid, sid) });
    },
    failed: (message) => t('deleteFailed', { message }),
    refresh: () => cache.invalidateQueries({ queryKey: executionKeys.of(flowSid) }),
  });
}
