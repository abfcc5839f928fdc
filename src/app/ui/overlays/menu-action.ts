/** What a menu lists. */

import type { RefObject } from 'react';
import type { IconShape } from '../marks/icon.tsx';

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

/** What has the focus first: an item, or the list itself. */
export type MenuFocus = 'first' | 'last' | true;

export type MenuPlacement = 'bottom start' | 'bottom end' | 'right bottom' | 'top start';

/** A list of actions that a button has opened, or that is closing. */
export type OpenedMenu = {
  /** What it opens at. */
  anchor: RefObject<Element | null>;
  isOpen: boolean;
  onClose(): void;
  /** px between anchor and list. */
  offset: number;
  autoFocus: MenuFocus;
  /** What ties the list to its button. */
  id?: string | undefined;
};
