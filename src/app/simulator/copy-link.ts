/** Copies a link that opens the simulator with the run as it is now. */

import { announce } from '../shell/announce.tsx';
import { toast } from '../ui/overlays/toast.ts';
import { wordsOf } from '../words/use-words.ts';
import { writeScriptLink } from './test-link.ts';
import type { TestRunStore } from './test-run-store.ts';

/** `onLink` puts it into the address, which is what is copied then. */
export async function copyLink(run: TestRunStore, onLink: (link: string) => void): Promise<void> {
  const t = wordsOf('simulator');
  const yaml = await run.written();
  if (yaml === null) return;
  const link = await writeScriptLink(yaml);
  if (link === null) {
    toast({ message: t('link.tooLong') });
    return;
  }
  onLink(link);
  const url = new URL(location.href);
  url.search = new URLSearchParams({ test: link }).toString();
  await navigator.clipboard.writeText(url.href);
  toast({ message: t('link.copied') });
  announce(t('link.copied'));
}
