/** Toasts: short messages at the bottom of the page, optionally with an action such as Undo. */

import { X } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { Text } from 'react-aria-components/Text';
import {
  UNSTABLE_Toast as AriaToast,
  UNSTABLE_ToastRegion as AriaToastRegion,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
} from 'react-aria-components/Toast';
import { useWords } from '../words/use-words.ts';
import './overlay.css';
import { Icon } from './icon.tsx';

type ToastAction = { label: string; onPress(): void };

/** An action closes the toast. */
export type ToastMessage = { message: string; action?: ToastAction; secondAction?: ToastAction };

const queue = new ToastQueue<ToastMessage>({ maxVisibleToasts: 3 });

/** How long a toast is shown, in ms; the timer pauses while it is hovered or focused. */
export const toastDurationMs = 6000;

/**
 * Shows a toast. `onGone` is called once when it has closed, whether by time, button or action.
 * Returns a function that closes it.
 */
export function toast(message: ToastMessage, onGone?: () => void): () => void {
  const key = queue.add(message, { timeout: toastDurationMs, ...(onGone && { onClose: onGone }) });
  return () => queue.close(key);
}

/** Where toasts appear; mounted once, by the root route. */
export function ToastRegion() {
  const t = useWords('ui');
  return (
    <AriaToastRegion queue={queue} className="toasts" aria-label={t('notifications')}>
      {({ toast: each }) => (
        <AriaToast toast={each} className="toast">
          <ToastContent className="grow">
            <Text slot="title">{each.content.message}</Text>
          </ToastContent>
          {[each.content.action, each.content.secondAction].map(
            (action) =>
              action && (
                <Button
                  key={action.label}
                  className="act"
                  onPress={() => {
                    action.onPress();
                    queue.close(each.key);
                  }}
                >
                  {action.label}
                </Button>
              ),
          )}
          <Button slot="close" className="gone" aria-label={t('dismiss')}>
            <Icon of={X} size={14} />
          </Button>
        </AriaToast>
      )}
    </AriaToastRegion>
  );
}
