/** A small panel that floats beside what opened it, or at a point of the screen. */

import { type ReactElement, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog';
import { Popover as AriaPopover } from 'react-aria-components/Popover';
import './overlay.css';

type Placement = 'bottom start' | 'bottom end' | 'bottom' | 'right top' | 'top' | 'top start';

type PopoverCommonProps = {
  /** Accessible name of the panel. */
  label: string;
  placement?: Placement;
  children: ReactNode | ((close: () => void) => ReactNode);
};

/** A popover with its own button. */
export function Popover({
  trigger,
  label,
  placement = 'bottom start',
  children,
}: PopoverCommonProps & { trigger: ReactElement }) {
  return (
    <DialogTrigger>
      {trigger}
      <AriaPopover className="pop" placement={placement} offset={4}>
        <Dialog aria-label={label}>
          {({ close }) => (typeof children === 'function' ? children(close) : children)}
        </Dialog>
      </AriaPopover>
    </DialogTrigger>
  );
}

export type AnchoredPopoverProps = PopoverCommonProps & {
  isOpen: boolean;
  onClose(): void;
  /** An element, or a point in screen px. */
  anchor: RefObject<Element | null> | { x: number; y: number };
};

/** A popover that its owner opens and closes, as quick-add does where a cord was dropped. */
export function AnchoredPopover(props: AnchoredPopoverProps) {
  const { isOpen, onClose, anchor, label, placement = 'bottom start', children } = props;
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
