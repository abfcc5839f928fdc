/** Short notes at the bottom of the page, for what cannot be seen where it happened. One may offer to undo. */

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

export type ToastMessage = {
  message: string;
  action?: { label: string; onPress(): void };
};

const queue = new ToastQueue<ToastMessage>({ maxVisibleToasts: 3 });

/** How long a note stays, in ms; it pauses while the pointer or focus is on it. */
export const toastDurationMs = 6000;

/**
 * Shows a note. `onGone` is called once when it has left, whether by time, by its cross or by its action.
 * Returns a function that takes the note away early.
 */
export function toast(message: ToastMessage, onGone?: () => void): () => void {
  const key = queue.add(message, { timeout: toastDurationMs, ...(onGone && { onClose: onGone }) });
  return () => queue.close(key);
}

/** Where notes appear; mounted once, by the shell. */
export function ToastRegion() {
  const t = useWords('ui');
  return (
    <AriaToastRegion queue={queue} className="toasts" aria-label={t('notifications')}>
      {({ toast: each }) => (
        <AriaToast toast={each} className="toast">
          <ToastContent className="grow">
            <Text slot="title">{each.content.message}</Text>
          </ToastContent>
          {each.content.action && (
            <Button
              className="act"
              onPress={() => {
                each.content.action?.onPress();
                queue.close(each.key);
              }}
            >
              {each.content.action.label}
            </Button>
          )}
          <Button slot="close" className="gone" aria-label={t('dismiss')}>
            <Icon of={X} size={14} />
          </Button>
        </AriaToast>
      )}
    </AriaToastRegion>
  );
}
