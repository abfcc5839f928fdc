/** One of a few choices, opened from a field. */

import { Check, ChevronsUpDown } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { Label } from 'react-aria-components/Label';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { Select as AriaSelect, SelectValue } from 'react-aria-components/Select';
import './field.css';
import { FieldMessage } from './field-message.tsx';
import '../overlays/overlay.css';
import { Icon, type IconShape } from '../marks/icon.tsx';

export type Option<Value extends string = string> = { value: Value; label: string; icon?: IconShape };

export type SelectProps<Value extends string> = {
  label: string;
  hideLabel?: boolean;
  options: readonly Option<Value>[];
  /** null shows the placeholder. */
  value: Value | null;
  onChange(value: Value): void;
  placeholder?: string;
  help?: string | undefined;
  error?: string | undefined;
  size?: 'md' | 'sm';
  isDisabled?: boolean;
};

export function Select<Value extends string>(props: SelectProps<Value>) {
  const {
    label,
    hideLabel,
    options,
    value,
    onChange,
    placeholder,
    help,
    error,
    size = 'md',
    isDisabled,
  } = props;
  return (
    <AriaSelect
      className="field"
      value={value}
      onChange={(key) => {
        const chosen = options.find((option) => option.value === key);
        if (chosen) onChange(chosen.value);
      }}
      isInvalid={error !== undefined && error !== ''}
      isDisabled={isDisabled ?? false}
      {...(placeholder !== undefined && { placeholder })}
    >
      <Label className={hideLabel ? 'vh' : 'lab'}>{label}</Label>
      <Button className={size === 'sm' ? 'input sm' : 'input'} {...(error && { 'data-invalid': true })}>
        <SelectValue className="grow clip" />
        <Icon of={ChevronsUpDown} size={14} />
      </Button>
      <FieldMessage help={help} error={error} />
      <Popover className="pop" offset={4}>
        <ListBox className="items" items={options}>
          {(option) => (
            <ListBoxItem id={option.value} textValue={option.label} className="it">
              {option.icon && <Icon of={option.icon} />}
              <span className="grow clip">{option.label}</span>
              <span className="tick">
                <Icon of={Check} size={14} />
              </span>
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}
