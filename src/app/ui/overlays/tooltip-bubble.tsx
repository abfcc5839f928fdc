/** The words of a tooltip. */

import type { RefObject } from 'react';
import {
  Tooltip as AriaTooltip,
  TooltipContext,
  TooltipTriggerStateContext,
} from 'react-aria-components/Tooltip';
import type { TooltipTriggerState } from 'react-stately/useTooltipTriggerState';
import './overlay.css';
import { Kbd } from '../marks/kbd.tsx';

export type TooltipWords = {
  text: string;
  keys?: string[];
  placement?: 'top' | 'right' | 'bottom' | 'left';
};

export type TooltipBubbleProps = TooltipWords & {
  state: TooltipTriggerState;
  anchor: RefObject<Element | null>;
  /** What ties the words to their control. */
  id: string | undefined;
};

export function TooltipBubble({ text, keys, placement = 'bottom', state, anchor, id }: TooltipBubbleProps) {
  return (
    <TooltipTriggerStateContext value={state}>
      <TooltipContext value={{ triggerRef: anchor, ...(id !== undefined && { id }) }}>
        <AriaTooltip className="tip" placement={placement} offset={6}>
          {text}
          {keys && <Kbd keys={keys} />}
        </AriaTooltip>
      </TooltipContext>
    </TooltipTriggerStateContext>
  );
}
