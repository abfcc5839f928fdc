/** A checkbox. Its label is only accessible text; `children` are shown next to it. */

import { Check, Minus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Checkbox as AriaCheckbox } from 'react-aria-components/Checkbox';
import './checkbox.css';
import { Icon } from '../marks/icon.tsx';

export type CheckboxProps = {
  /** Accessible name. */
  label: string;
  isOn: boolean;
  /** Indeterminate: some of what it controls is on. */
  isPartly?: boolean;
  onChange(isOn: boolean): void;
  children?: ReactNode;
};

export function Checkbox({ label, isOn, isPartly = false, onChange, children }: CheckboxProps) {
  return (
    <AriaCheckbox
      className="check"
      aria-label={label}
      isSelected={isOn}
      isIndeterminate={isPartly}
      onChange={onChange}
    >
      <span className="box">
        <Icon of={isPartly ? Minus : Check} size={12} />
      </span>
      {children}
    </AriaCheckbox>
  );
}
