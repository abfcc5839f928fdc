/** Moves the browser's focus to a card as soon as it is mounted: viewport culling may mount it only later. */

import { type RefObject, useCallback, useEffect, useRef } from 'react';

type CardFocus = {
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
