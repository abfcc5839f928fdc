/** A button that opens a list of actions. */

import { Check } from 'lucide-react';
import { type ReactElement, useRef } from 'react';
import { Menu as AriaMenu, MenuItem as AriaMenuItem, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { Separator } from 'react-aria-components/Separator';
import './overlay.css';
import { Icon, type IconShape } from './icon.tsx';
import { Kbd } from './kbd.tsx';

export type MenuAction = {
  id: string;
  label: string;
  icon?: IconShape;
  /** A second, quieter text at the end. */
  hint?: string;
  keys?: readonly string[];
  tone?: 'danger';
  isDisabled?: boolean;
  /** Given: the item is a choice, ticked when true. */
  isChosen?: boolean;
  /** A line above this item. */
  separated?: boolean;
  onAction(): void;
};

export type MenuProps = {
  /** Accessible name of the list. */
  label: string;
  /** The button that opens it. */
  trigger: ReactElement;
  items: readonly MenuAction[];
  placement?: 'bottom start' | 'bottom end' | 'right bottom' | 'top start';
};

export function Menu({ label, trigger, items, placement = 'bottom start' }: MenuProps) {
  return (
    <MenuTrigger>
      {trigger}
      <Popover className="pop" placement={placement} offset={4}>
        <MenuList label={label} items={items} />
      </Popover>
    </MenuTrigger>
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
      <Popover
        className="pop"
        isOpen
        onOpenChange={(isOpen) => {
          if (!isOpen) onClose();
        }}
        triggerRef={anchor}
        placement="bottom start"
        offset={2}
      >
        <MenuList label={label} items={items} onClose={onClose} />
      </Popover>
    </>
  );
}

type MenuListProps = Pick<MenuProps, 'label' | 'items'> & { onClose?(): void };

function MenuList({ label, items, onClose }: MenuListProps) {
  return (
    <AriaMenu className="items" aria-label={label} {...(onClose && { onClose, autoFocus: 'first' as const })}>
      {items.flatMap((item) => [
        ...(item.separated ? [<Separator key={`${item.id}-line`} />] : []),
        <Item key={item.id} item={item} />,
      ])}
    </AriaMenu>
  );
}

function Item({ item }: { item: MenuAction }) {
  return (
    <AriaMenuItem
      id={item.id}
      textValue={item.label}
      className={item.tone === 'danger' ? 'it danger' : 'it'}
      isDisabled={item.isDisabled ?? false}
      onAction={item.onAction}
    >
      {item.icon && <Icon of={item.icon} />}
      <span className="grow clip">{item.label}</span>
      {item.hint && <span className="hint">{item.hint}</span>}
      {item.keys && <Kbd keys={item.keys} />}
      {item.isChosen && <Icon of={Check} size={14} />}
    </AriaMenuItem>
  );
}
