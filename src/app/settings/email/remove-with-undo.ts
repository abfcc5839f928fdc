/** Removal with undo: the row is hidden at once, the request is sent when the toast with Undo closes. */

import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { cancelDeferred, deferRequest, sendDeferred } from '../../client/deferred-requests.ts';
import { isNotFound } from '../../client/request.ts';
import { toast } from '../../ui/toast.ts';
import { wordsOf } from '../../words/use-words.ts';

export type Removal = {
  cache: QueryClient;
  /** Key of the deferred request; lists hide rows with a deferred request. */
  key: string;
  /** Query key that is invalidated afterwards. */
  invalidates: QueryKey;
  send(): Promise<void>;
  /** Text of the toast. */
  message: string;
  /** The label of a button that sends the request at once; where it is left out there is none. */
  now?: string;
};

export function removeWithUndo({ cache, key, invalidates: about, send, message: said, now }: Removal): void {
  const t = wordsOf('email');
  deferRequest(key, async () => {
    try {
      await send();
    } catch (failure) {
      if (isNotFound(failure)) return;
      toast({ message: t('deleteFailed', { message: failure instanceof Error ? failure.message : '' }) });
    } finally {
      await cache.invalidateQueries({ queryKey: about });
    }
  });
  const sendNow = () => void sendDeferred(key);
  toast(
    {
      message: said,
      action: { label: t('undo'), onPress: () => cancelDeferred(key) },
      ...(now !== undefined && { secondAction: { label: now, onPress: sendNow } }),
    },
    sendNow,
  );
}
