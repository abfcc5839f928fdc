/** Copies the address of a comment. */

import { announce } from '../shell/announce.tsx';
import { toast } from '../ui/toast.ts';
import { wordsOf } from '../words/use-words.ts';

/** Of an open comment the page's own address is that link, should the browser refuse to copy. */
export async function copyCommentLink(comment: string): Promise<void> {
  const t = wordsOf('comments');
  const url = new URL(location.href);
  url.search = new URLSearchParams({ comment }).toString();
  const message = await navigator.clipboard.writeText(url.href).then(
    () => t('linkCopied'),
    () => t('linkFailed'),
  );
  toast({ message });
  announce(message);
}
