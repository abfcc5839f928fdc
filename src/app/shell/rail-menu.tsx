/**
 * A button of the rail that opens a list of actions, as ui/overlays/menu.tsx does, but without the component library: that is not
 * loaded before the list is (docs/decisions/077).
 */

import { type ComponentType, type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { LateOverlay } from '../ui/overlays/late-overlay.tsx';
import type { MenuFocus, OpenedMenu } from '../ui/overlays/menu-action.ts';

type RailMenuProps = {
  /** Accessible name of the button. */
  label: string;
  button: ReactNode;
  className: string;
  /** A `lateOverlay`. */
  list: ComponentType<OpenedMenu>;
};

export function RailMenu({ label, button, className, list: List }: RailMenuProps) {
  const anchor = useRef<HTMLButtonElement>(null);
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [autoFocus, setAutoFocus] = useState<MenuFocus>(true);
  const openAt = (focus: MenuFocus) => {
    // Where the focus returns when the list is closed.
    anchor.current?.focus({ preventScroll: true });
    setAutoFocus(focus);
    setOpen(true);
  };
  const openByArrow = (event: KeyboardEvent) => {
    const focus = event.key === 'ArrowDown' ? 'first' : event.key === 'ArrowUp' ? 'last' : null;
    if (focus === null) return;
    event.preventDefault();
    // Else the rail would move the focus to its next place.
    event.stopPropagation();
    openAt(focus);
  };
  return (
    <>
      <button
        ref={anchor}
        type="button"
        className={className}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        {...(isOpen && { 'aria-controls': id })}
        // As menus of the system do: a mouse opens it when it is pressed, a finger when it is lifted.
        onPointerDown={(event) => {
          if (event.button === 0 && event.pointerType !== 'touch') openAt(true);
        }}
        // The focus is the list's by then.
        onMouseDown={(event) => event.preventDefault()}
        onClick={({ detail }) => {
          if (!isOpen) openAt(detail === 0 ? 'first' : true);
        }}
        onKeyDown={openByArrow}
      >
        {button}
      </button>
      <LateOverlay isOpen={isOpen} onClose={() => setOpen(false)}>
        <List
          id={id}
          anchor={anchor}
          isOpen={isOpen}
          onClose={() => setOpen(false)}
          offset={4}
          autoFocus={autoFocus}
        />
      </LateOverlay>
    </>
  );
}
