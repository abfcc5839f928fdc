/** Toasts: short messages at the bottom of the page, optionally with an action such as Undo. */

import { ToastQueue } from 'react-stately/useToastState';

type ToastAction = { label: string; onPress(): void };

/** An action closes the toast. */
export type ToastMessage = { message: string; action?: ToastAction; secondAction?: ToastAction };

/** What is shown and what waits, for `ToastRegion`. */
export const toastQueue = new ToastQueue<ToastMessage>({ maxVisibleToasts: 3 });

/** How long a toast is shown, in ms; the timer pauses while it is hovered or focused. */
export const toastDurationMs = 6000;

/**
 * Shows a toast. `onGone` is called once when it has closed, whether by time, button or action.
 * Returns a function that closes it.
 */
export function toast(message: ToastMessage, onGone?: () => void): () => void {
  const key = toastQueue.add(message, { timeout: toastDurationMs, ...(onGone && { onClose: onGone }) });
  return () => toastQueue.close(key);
}

/** Says how a mutation ended: `remove.mutate(sid, saidByToast(t('deleted'), (message) => t('failed', { message })))`. */
export function saidByToast<Output>(
  done: string | null | ((output: Output) => string),
  failed: (message: string) => string,
) {
  return {
    onSuccess: (output: Output) => {
      if (done !== null) toast({ message: typeof done === 'string' ? done : done(output) });
    },
    onError: ({ message }: Error) => void toast({ message: failed(message) }),
  };
}
