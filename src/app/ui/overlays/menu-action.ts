/** What a menu lists. */

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
