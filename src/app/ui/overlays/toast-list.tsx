/** The toasts that are shown. */

import { X } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { Text } from 'react-aria-components/Text';
import {
  UNSTABLE_Toast as AriaToast,
  UNSTABLE_ToastRegion as AriaToastRegion,
  UNSTABLE_ToastContent as ToastContent,
} from 'react-aria-components/Toast';
import { useWords } from '../../words/use-words.ts';
import './overlay.css';
import { Icon } from '../marks/icon.tsx';
import { toastQueue } from './toast.ts';

export function ToastList() {
  const t = useWords('ui');
  return (
    <AriaToastRegion queue={toastQueue} className="toasts" aria-label={t('notifications')}>
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
                    toastQueue.close(each.key);
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
