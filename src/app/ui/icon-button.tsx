/** A button that shows only an icon. Its label is its accessible name and its tooltip. */

import type { Ref } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button';
import './button.css';
import { Icon, type IconShape } from './marks/icon.tsx';
import { Tooltip } from './overlays/tooltip.tsx';

export type IconButtonProps = Omit<AriaButtonProps, 'children' | 'className' | 'style' | 'aria-label'> & {
  icon: IconShape;
  label: string;
  kind?: 'ghost' | 'plain' | 'primary';
  /** A toggle's state; left out for a button that is no toggle. */
  isOn?: boolean;
  /** Keys that do the same, shown in the tooltip. */
  keys?: string[];
  ref?: Ref<HTMLButtonElement>;
};

export function IconButton({ icon, label, kind = 'ghost', isOn, keys, ...rest }: IconButtonProps) {
  const look = { ghost: ' ghost', plain: '', primary: ' pri' }[kind];
  return (
    <Tooltip text={label} {...(keys && { keys })}>
      <AriaButton
        {...rest}
        aria-label={label}
        {...(isOn !== undefined && { 'aria-pressed': isOn })}
        className={`btn ico${look}`}
      >
        <Icon of={icon} />
      </AriaButton>
    </Tooltip>
  );
}
