/** The panel of a popover. */

import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Popover as AriaPopover } from 'react-aria-components/Popover';
import './overlay.css';

type Placement = 'bottom start' | 'bottom end' | 'bottom' | 'right top' | 'top' | 'top start';

export type PopoverPanelProps = {
  /** Accessible name of the panel. */
  label: string;
  placement?: Placement;
  children: ReactNode | ((close: () => void) => ReactNode);
  isOpen: boolean;
  onClose(): void;
  /** An element, or a point in screen px. */
  anchor: RefObject<Element | null> | { x: number; y: number };
  /** What ties the panel to its button. */
  id?: string | undefined;
};

export function PopoverPanel(props: PopoverPanelProps) {
  const { isOpen, onClose, anchor, label, placement = 'bottom start', children, id } = props;
  const pointAnchor = useRef<HTMLSpanElement>(null);
  const point = 'current' in anchor ? null : anchor;
  const x = point?.x ?? 0;
  const y = point?.y ?? 0;
  useEffect(() => {
    if (pointAnchor.current)
      Object.assign(pointAnchor.current.style, { position: 'fixed', left: `${x}px`, top: `${y}px` });
  }, [x, y]);
  return (
    <>
      <span ref={pointAnchor} aria-hidden />
      <AriaPopover
        className="pop"
        {...(id !== undefined && { id })}
        isOpen={isOpen}
        onOpenChange={(open) => {
          if (!open) onClose();
        }}
        triggerRef={'current' in anchor ? anchor : pointAnchor}
        placement={placement}
        offset={4}
      >
        <Dialog aria-label={label}>{typeof children === 'function' ? children(onClose) : children}</Dialog>
      </AriaPopover>
    </>
  );
}
