/** A button that opens a list of actions. */

import { Check } from 'lucide-react';
import type { ReactElement } from 'react';
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
        <AriaMenu className="items" aria-label={label}>
          {items.flatMap((item) => [
            ...(item.separated ? [<Separator key={`${item.id}-line`} />] : []),
            <Item key={item.id} item={item} />,
          ])}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
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
