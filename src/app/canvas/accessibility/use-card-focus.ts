/** The focus of cards: it moves to one as soon as that is mounted, and to the canvas from one that goes. */

import { type RefObject, useCallback, useEffect, useRef } from 'react';

/** Viewport culling may mount a card only later. */
export type CardFocus = {
  /** Requests the focus for the card of a widget; it is applied after the next render that has it. */
  focusCard(widget: string): void;
  /** Applies a requested focus at once when the card is mounted. */
  applyFocus(): void;
};

/** The two functions are the same in each render. */
export function useCardFocus(root: RefObject<HTMLElement | null>): CardFocus {
  const requested = useRef<string | null>(null);
  const focusCard = useCallback((widget: string) => {
    requested.current = widget;
  }, []);
  const applyFocus = useCallback(() => {
    if (requested.current === null) return;
    const card = root.current?.querySelector<HTMLElement>(`[data-card="${CSS.escape(requested.current)}"]`);
    if (!card) return;
    requested.current = null;
    card.focus({ preventScroll: true });
  }, [root]);
  useEffect(applyFocus);
  return { focusCard, applyFocus };
}

/**
 * Keeps the focus on the canvas when the card that has it goes: by a deletion, or because it is scrolled out of view. Of a
 * text field that goes, the canvas takes nothing over: what is typed on must not become shortcuts.
 */
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
