/**
 * A word next to a control that shows only an icon. Never the only explanation of anything. The words are drawn by what is
 * loaded when the page is first used.
 */

import { type ReactElement, useRef } from 'react';
import { FocusableProvider } from 'react-aria/private/interactions/useFocusable';
import { useTooltipTrigger } from 'react-aria/useTooltipTrigger';
import { useTooltipTriggerState } from 'react-stately/useTooltipTriggerState';
import { LateOverlay, lateOverlay } from './late-overlay.tsx';
import type { TooltipWords } from './tooltip-bubble.tsx';

const TooltipBubble = lateOverlay(async () => (await import('./tooltip-bubble.tsx')).TooltipBubble);

/** In ms: a pointer that only passes shows none. */
export const tooltipDelays = { delay: 600, closeDelay: 80 };

export type TooltipProps = TooltipWords & {
  /** The control, a react-aria pressable or focusable. */
  children: ReactElement;
};

export function Tooltip({ children, ...props }: TooltipProps) {
  const control = useRef<HTMLElement>(null);
  const state = useTooltipTriggerState(tooltipDelays);
  const { triggerProps, tooltipProps } = useTooltipTrigger({}, state, control);
  return (
    <>
      <FocusableProvider {...triggerProps} ref={control}>
        {children}
      </FocusableProvider>
      <LateOverlay isOpen={state.isOpen}>
        <TooltipBubble {...props} state={state} anchor={control} id={tooltipProps.id} />
      </LateOverlay>
    </>
  );
}
