/**
 * A small panel that floats next to what opened it, or at a point of the screen. The panel is loaded when the page is first
 * used.
 */

import { type ReactElement, useRef } from 'react';
import { PressResponder } from 'react-aria/private/interactions/PressResponder';
import { useOverlayTrigger } from 'react-aria/useOverlayTrigger';
import { useOverlayTriggerState } from 'react-stately/useOverlayTriggerState';
import { LateOverlay, lateOverlay } from './late-overlay.tsx';
import type { PopoverPanelProps } from './popover-panel.tsx';

const PopoverPanel = lateOverlay(async () => (await import('./popover-panel.tsx')).PopoverPanel);

export type PopoverProps = Pick<PopoverPanelProps, 'label' | 'placement' | 'children'> & {
  trigger: ReactElement;
};

/** A popover with its own button. */
export function Popover({ trigger, ...props }: PopoverProps) {
  const button = useRef<HTMLElement>(null);
  const state = useOverlayTriggerState({});
  const { triggerProps, overlayProps } = useOverlayTrigger({ type: 'dialog' }, state, button);
  return (
    <>
      <PressResponder {...triggerProps} ref={button} isPressed={state.isOpen} onPress={state.toggle}>
        {trigger}
      </PressResponder>
      <AnchoredPopover
        {...props}
        {...overlayProps}
        anchor={button}
        isOpen={state.isOpen}
        onClose={state.close}
      />
    </>
  );
}

/** A popover that its owner opens and closes, as quick-add does where a cord was dropped. */
export function AnchoredPopover(props: PopoverPanelProps) {
  return (
    <LateOverlay isOpen={props.isOpen} onClose={props.onClose}>
      <PopoverPanel {...props} />
    </LateOverlay>
  );
}
