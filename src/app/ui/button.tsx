/** A button with words. Primary buttons are ink, never the accent colour. */

import type { ReactNode, Ref } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button';
import { type ButtonKind, buttonClass } from './button-class.ts';
import { Icon, type IconShape } from './marks/icon.tsx';

export type ButtonProps = Omit<AriaButtonProps, 'children' | 'className' | 'style' | 'isPending'> & {
  children?: ReactNode;
  kind?: ButtonKind;
  size?: 'md' | 'lg';
  icon?: IconShape;
  iconAfter?: IconShape;
  /** Under way: the button stays focusable, says so to screen readers and does nothing when pressed. */
  isBusy?: boolean;
  ref?: Ref<HTMLButtonElement>;
};

export function Button({
  children,
  kind = 'plain',
  size = 'md',
  icon,
  iconAfter,
  isBusy = false,
  ...rest
}: ButtonProps) {
  return (
    <AriaButton {...rest} isPending={isBusy} className={`${buttonClass(kind, size)}${isBusy ? ' busy' : ''}`}>
      {icon && <Icon of={icon} size={14} />}
      {children}
      {iconAfter && <Icon of={iconAfter} size={14} />}
    </AriaButton>
  );
}
