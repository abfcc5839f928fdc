/** Removing with a way back: the row leaves at once, the request is sent when the note with Undo has gone. */

import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { sendLater, sendNow, takeBack } from '../../client/later.ts';
import { isGone } from '../../client/request.ts';
import { toast } from '../../ui/toast.tsx';
import { wordsOf } from '../../words/use-words.ts';

export type Removal = {
  cache: QueryClient;
  /** Under which it waits; lists leave out what waits under such a key. */
  key: string;
  /** What is read again once it is done. */
  about: QueryKey;
  send(): Promise<void>;
  /** What the note says. */
  said: string;
};

export function removeWithUndo({ cache, key, about, send, said }: Removal): void {
  const t = wordsOf('email');
  sendLater(key, async () => {
    try {
      await send();
    } catch (failure) {
      if (isGone(failure)) return;
      toast({ message: t('failed', { message: failure instanceof Error ? failure.message : '' }) });
    } finally {
      await cache.invalidateQueries({ queryKey: about });
    }
  });
  toast({ message: said, action: { label: t('undo'), onPress: () => takeBack(key) } }, () => {
    void sendNow(key);
  });
}
