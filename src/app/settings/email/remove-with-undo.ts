/** Removing with a way back: the row leaves at once, the request is sent when the note with Undo has gone. */

import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { cancelDeferred, deferRequest, sendDeferred } from '../../client/deferred-requests.ts';
import { isNotFound } from '../../client/request.ts';
import { toast } from '../../ui/toast.tsx';
import { wordsOf } from '../../words/use-words.ts';

export type Removal = {
  cache: QueryClient;
  /** Under which it waits; lists leave out what waits under such a key. */
  key: string;
  /** What is read again once it is done. */
  invalidates: QueryKey;
  send(): Promise<void>;
  /** What the note says. */
  message: string;
};

export function removeWithUndo({ cache, key, invalidates: about, send, message: said }: Removal): void {
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
  toast({ message: said, action: { label: t('undo'), onPress: () => cancelDeferred(key) } }, () => {
    void sendDeferred(key);
  });
}
