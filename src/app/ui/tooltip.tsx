/** A word beside a control that shows only an icon. Never the only explanation of anything. */

import type { ReactElement } from 'react';
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components/Tooltip';
import './overlay.css';
import { Kbd } from './kbd.tsx';

export type TooltipProps = {
  text: string;
  keys?: string[];
  placement?: 'top' | 'right' | 'bottom' | 'left';
  /** The control, a react-aria pressable or focusable. */
  children: ReactElement;
};

export function Tooltip({ text, keys, placement = 'bottom', children }: TooltipProps) {
  return (
    <TooltipTrigger delay={600} closeDelay={80}>
      {children}
      <AriaTooltip className="tip" placement={placement} offset={6}>
        {text}
        {keys && <Kbd keys={keys} />}
      </AriaTooltip>
    </TooltipTrigger>
  );
}
