/** The name of a link of the rail, next to it. Mounted for as long as the pointer or the focus is on the link. */

import { useEffect, useEffectEvent, useRef } from 'react';
import { useTooltipTriggerState } from 'react-stately/useTooltipTriggerState';
import { tooltipDelays } from '../ui/overlays/tooltip.tsx';
import { TooltipBubble } from '../ui/overlays/tooltip-bubble.tsx';

/** At once for the keyboard; a pointer may only be passing. */
export function RailTooltip({ link, isFocused }: { link: HTMLElement; isFocused: boolean }) {
  const anchor = useRef(link);
  const state = useTooltipTriggerState(tooltipDelays);
  const open = useEffectEvent(() => state.open(isFocused));
  const close = useEffectEvent(() => state.close(true));
  useEffect(() => {
    open();
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') close();
    };
    addEventListener('keydown', onKey, true);
    return () => {
      removeEventListener('keydown', onKey, true);
      close();
    };
  }, []);
  return (
    <TooltipBubble
      text={link.getAttribute('aria-label') ?? ''}
      placement="right"
      state={state}
      anchor={anchor}
      id={undefined}
    />
  );
}
