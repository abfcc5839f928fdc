/**
 * A button of the rail that opens a list of actions, as ui/overlays/menu.tsx does, but without the component library: that is not
 * loaded before the list is (docs/decisions/077).
 */

import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { LateOverlay, lateOverlay } from '../ui/overlays/late-overlay.tsx';
import type { MenuAction, MenuFocus } from '../ui/overlays/menu-action.ts';

const MenuPopover = lateOverlay(async () => (await import('../ui/overlays/menu-popover.tsx')).MenuPopover);

type RailMenuProps = {
  /** Accessible name of the list, and of the button where that has none of its own. */
  label: string;
  buttonLabel?: string;
  button: ReactNode;
  className: string;
  items: readonly MenuAction[];
};

export function RailMenu({ label, buttonLabel = label, button, className, items }: RailMenuProps) {
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
        aria-label={buttonLabel}
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
        <MenuPopover
          id={id}
          label={label}
          items={items}
          placement="right bottom"
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
