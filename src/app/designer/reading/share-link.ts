/** Shares the address of the page by the browser's own list of apps, or copies it where there is none. */

import { Share2 } from 'lucide-react';
import { announce } from '../../shell/announce.tsx';
import { copyText } from '../../ui/copy-text.ts';
import type { MenuAction } from '../../ui/overlays/menu-action.ts';
import { toast } from '../../ui/overlays/toast.ts';
import { wordsOf } from '../../words/use-words.ts';

/** `title` is what the other app shows of it. */
export async function shareLink(title: string): Promise<void> {
  const t = wordsOf('reading');
  if (typeof navigator.share === 'function') {
    // It fails when the person closes the list, and there is nothing to say then.
    await navigator.share({ title, url: location.href }).catch(() => {});
    return;
  }
  const message = await copyText(location.href).then(
    () => t('linkCopied'),
    () => t('linkNotCopied'),
  );
  toast({ message });
  announce(message);
}

/** The item of a menu that shares the address. */
export function shareAction(title: string): MenuAction {
  return {
    id: 'share',
    label: wordsOf('reading')('share'),
    icon: Share2,
    onAction: () => void shareLink(title),
  };
}
