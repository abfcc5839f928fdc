/**
 * Keeps the focus on the canvas when the card that has it goes: by a deletion, or because it is scrolled out of view. Of a
 * text field that goes, the canvas takes nothing over: what is typed on must not become shortcuts.
 */

import { type RefObject, useEffect } from 'react';

export function useKeptFocus(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { current } = root;
    if (current === null) return;
    let last: Element | null = null;
    const remember = ({ target }: FocusEvent) => {
      last = target instanceof Element && !target.matches('input, textarea') ? target : null;
    };
    const observer = new MutationObserver(() => {
      if (last === null || last.isConnected || document.activeElement !== document.body) return;
      last = null;
      current.focus({ preventScroll: true });
    });
    current.addEventListener('focusin', remember);
    observer.observe(current, { childList: true, subtree: true });
    return () => {
      current.removeEventListener('focusin', remember);
      observer.disconnect();
    };
  }, [root]);
}
