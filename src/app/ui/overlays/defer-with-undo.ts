/** Requests with undo: each is sent when the toast that offers Undo closes, or when the page is left before. */

import { cancelDeferred, deferRequest, sendDeferred } from '../../client/deferred-requests.ts';
import { isNotFound } from '../../client/request.ts';
import { toast } from './toast.ts';

export type UndoableRequest = {
  /** Lists leave out what a request is deferred for under its key. */
  key: string;
  /** The text of the toast, and the label of its button that cancels the request. */
  message: string;
  undo: string;
  /** The label of a button that sends the request at once; where it is left out there is none. */
  now?: string | undefined;
  send(): Promise<unknown>;
  /** What is said when it fails, other than because there is no such thing any more. */
  failed(message: string): string;
  /** Reads again what it is about. */
  refresh(): Promise<unknown>;
};

export function deferWithUndo({ key, message, undo, now, send, failed, refresh }: UndoableRequest): void {
  deferRequest(key, async () => {
    try {
      await send();
    } catch (failure) {
      if (isNotFound(failure)) return;
      toast({ message: failed(failure instanceof Error ? failure.message : '') });
    } finally {
      await refresh();
    }
  });
  const sendNow = () => void sendDeferred(key);
  toast(
    {
      message,
      action: { label: undo, onPress: () => cancelDeferred(key) },
      ...(now !== undefined && { secondAction: { label: now, onPress: sendNow } }),
    },
    sendNow,
  );
}
