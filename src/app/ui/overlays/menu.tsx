/** A button that opens a list of actions. The list is loaded when the page is first used. */

import { type KeyboardEvent, type ReactElement, useRef, useState } from 'react';
import { PressResponder } from 'react-aria/private/interactions/PressResponder';
import { useOverlayTrigger } from 'react-aria/useOverlayTrigger';
import type { PressEvent } from 'react-aria/usePress';
import { useOverlayTriggerState } from 'react-stately/useOverlayTriggerState';
import { LateOverlay, lateOverlay } from './late-overlay.tsx';
import type { MenuAction, MenuFocus, MenuPlacement, OpenedMenu } from './menu-action.ts';

const MenuPopover = lateOverlay(async () => (await import('./menu-popover.tsx')).MenuPopover);

export type MenuProps = {
  /** Accessible name of the list. */
  label: string;
  /** The button that opens it. */
  trigger: ReactElement;
  items: readonly MenuAction[];
  placement?: MenuPlacement;
};

export function Menu({ trigger, ...list }: MenuProps) {
  return <MenuButton trigger={trigger}>{(opened) => <MenuPopover {...list} {...opened} />}</MenuButton>;
}

type MenuButtonProps = Pick<MenuProps, 'trigger'> & { children(opened: OpenedMenu): ReactElement };

/** A button that opens a list of actions of its own. */
export function MenuButton({ trigger, children }: MenuButtonProps) {
  const button = useRef<HTMLElement>(null);
  const [autoFocus, setAutoFocus] = useState<MenuFocus>(true);
  const state = useOverlayTriggerState({});
  const { triggerProps, overlayProps } = useOverlayTrigger({ type: 'menu' }, state, button);
  const openAt = (focus: MenuFocus) => {
    // Where the focus returns when the list is closed.
    button.current?.focus({ preventScroll: true });
    setAutoFocus(focus);
    state.open();
  };
  const buttonProps = {
    ...triggerProps,
    preventFocusOnPress: true,
    // As menus of the system do: a mouse opens it when it is pressed, a finger when it is lifted.
    onPressStart({ pointerType }: PressEvent) {
      if (pointerType !== 'touch' && pointerType !== 'keyboard')
        openAt(pointerType === 'virtual' ? 'first' : true);
    },
    onPress({ pointerType }: PressEvent) {
      if (pointerType === 'touch') openAt(true);
      if (pointerType === 'keyboard') openAt('first');
    },
    onKeyDown(event: KeyboardEvent) {
      const focus = event.key === 'ArrowDown' ? 'first' : event.key === 'ArrowUp' ? 'last' : null;
      if (focus === null) return;
      event.preventDefault();
      openAt(focus);
    },
  };
  return (
    <>
      <PressResponder {...buttonProps} ref={button} isPressed={state.isOpen}>
        {trigger}
      </PressResponder>
      <LateOverlay isOpen={state.isOpen} onClose={state.close}>
        {children({
          id: overlayProps.id,
          anchor: button,
          isOpen: state.isOpen,
          onClose: state.close,
          offset: 4,
          autoFocus,
        })}
      </LateOverlay>
    </>
  );
}

export type MenuAtProps = Pick<MenuProps, 'label' | 'items'> & {
  /** A point in screen px. */
  at: { x: number; y: number };
  onClose(): void;
};

/** A menu without a button, open at a point of the screen: after a right click. */
export function MenuAt({ label, items, at, onClose }: MenuAtProps) {
  const anchor = useRef<HTMLSpanElement>(null);
  return (
    <>
      <span ref={anchor} aria-hidden style={{ position: 'fixed', left: at.x, top: at.y }} />
      <LateOverlay isOpen onClose={onClose}>
        <MenuPopover
          label={label}
          items={items}
          anchor={anchor}
          isOpen
          onClose={onClose}
          offset={2}
          autoFocus="first"
        />
      </LateOverlay>
    </>
  );
}
