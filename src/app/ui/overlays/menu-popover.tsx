/** The list of actions that a menu opens. */

import { Check } from 'lucide-react';
import { useRef } from 'react';
import { Menu as AriaMenu, MenuItem as AriaMenuItem } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { Separator } from 'react-aria-components/Separator';
import './overlay.css';
import { Icon } from '../marks/icon.tsx';
import { Kbd } from '../marks/kbd.tsx';
import type { MenuAction, MenuPlacement, OpenedMenu } from './menu-action.ts';

type MenuPopoverProps = OpenedMenu & {
  label: string;
  items: readonly MenuAction[];
  placement?: MenuPlacement;
};

export function MenuPopover(props: MenuPopoverProps) {
  const { label, items, placement = 'bottom start', anchor, isOpen, onClose, offset, autoFocus, id } = props;
  const list = useRef<HTMLDivElement>(null);
  return (
    <Popover
      className="pop"
      aria-label={label}
      triggerRef={anchor}
      scrollRef={list}
      placement={placement}
      offset={offset}
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <AriaMenu
        ref={list}
        className="items"
        aria-label={label}
        autoFocus={autoFocus}
        onClose={onClose}
        {...(id !== undefined && { id })}
      >
        {items.flatMap((item) => [
          ...(item.separated ? [<Separator key={`${item.id}-line`} />] : []),
          <Item key={item.id} item={item} />,
        ])}
      </AriaMenu>
    </Popover>
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
