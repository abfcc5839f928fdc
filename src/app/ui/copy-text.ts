/**
 * Copying and pasting texts. Browsers have a clipboard for pages over HTTPS and on this machine alone: elsewhere a text is copied as a
 * person does it, by selecting it, and what the page has copied can be pasted in it.
 */

import { announce } from '../shell/announce.tsx';
import { wordsOf } from '../words/use-words.ts';
import { toast } from './overlays/toast.ts';

let copiedHere: string | null = null;

function clipboard(): Clipboard | undefined {
  return navigator.clipboard as Clipboard | undefined;
}

/** @throws Error where the browser does not let the page copy */
export async function copyText(text: string): Promise<void> {
  const own = clipboard();
  if (own !== undefined) await own.writeText(text);
  else if (!copyBySelecting(text)) throw new Error('The browser does not let the page copy');
  copiedHere = text;
}

/** Copies a text and then calls `onCopied`; where that fails it says so. */
export async function copyOrSay(text: string, onCopied: () => void): Promise<void> {
  try {
    await copyText(text);
  } catch {
    const message = wordsOf('ui')('copyFailed');
    toast({ message });
    announce(message);
    return;
  }
  onCopied();
}

/** The text of the clipboard. @throws Error where the browser does not let the page read it, and the page has copied nothing */
export async function pasteText(): Promise<string> {
  const own = clipboard();
  if (own !== undefined) return own.readText();
  if (copiedHere === null) throw new Error('The page has copied nothing');
  return copiedHere;
}

/** In the place of the focus, so that a dialog does not take it back. */
function copyBySelecting(text: string): boolean {
  const focused = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  field.setAttribute('aria-hidden', 'true');
  Object.assign(field.style, { position: 'fixed', opacity: '0', inset: '0 auto auto 0' });
  (focused?.parentElement ?? document.body).append(field);
  field.select();
  try {
    return document.execCommand('copy');
  } finally {
    field.remove();
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  }
}
