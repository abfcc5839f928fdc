/** On or off, at once. */

import { Switch as AriaSwitch } from 'react-aria-components/Switch';
import './field.css';

export type SwitchProps = {
  label: string;
  hideLabel?: boolean;
  help?: string;
  isOn: boolean;
  onChange(isOn: boolean): void;
  isDisabled?: boolean;
};

export function Switch({ label, hideLabel, help, isOn, onChange, isDisabled }: SwitchProps) {
  return (
    <AriaSwitch className="toggle" isSelected={isOn} onChange={onChange} isDisabled={isDisabled ?? false}>
      <span className={hideLabel ? 'vh' : 'grow'}>
        {label}
        {help && <small>{help}</small>}
      </span>
      <span className="switch" />
    </AriaSwitch>
  );
}
