/** A combo box: a text field with a list of choices that typing filters. */

import { ChevronsUpDown } from 'lucide-react';
import { type ReactNode, useContext, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { ComboBox, ComboBoxStateContext } from 'react-aria-components/ComboBox';
import { Group } from 'react-aria-components/Group';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import '../../ui/forms/field.css';
import { FieldMessage } from '../../ui/forms/field-message.tsx';
import '../../ui/overlays/overlay.css';
import { asTyped } from '../../ui/as-typed.ts';
import { Icon } from '../../ui/marks/icon.tsx';
import { useWords } from '../../words/use-words.ts';

export type Pick = { value: string; label: string; hint?: string; icon?: ReactNode };

export type PickFieldProps = {
  label: string;
  hideLabel?: boolean;
  picks: readonly Pick[];
  value: string;
  onChange(value: string): void;
  onEnd?(): void;
  /** True: other texts are accepted. False: the field returns to its previous value. */
  acceptsOther: boolean;
  icon?: ReactNode;
  placeholder?: string;
  help?: string | undefined;
  error?: string | undefined;
  size?: 'md' | 'sm';
};

const maxVisibleChoices = 100;

type TypedInputProps = { placeholder: string; isTyping: boolean; onEnter(): void };

/** A click opens the list; focus alone, for example from a problem, does not. */
function TypedInput({ placeholder, isTyping, onEnter }: TypedInputProps) {
  const list = useContext(ComboBoxStateContext);
  return (
    <Input
      dir="auto"
      placeholder={placeholder}
      onClick={() => list?.open(null, 'manual')}
      onFocus={(event) => {
        // The list gives the focus back after the first letter, which the next one would replace.
        if (!isTyping) event.currentTarget.select();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onEnter();
      }}
    />
  );
}

export function PickField(props: PickFieldProps) {
  const { label, hideLabel, picks, value, onChange, onEnd, acceptsOther, icon, placeholder, help, error } =
    props;
  const t = useWords('inspector');
  const shown = picks.find((pick) => pick.value === value)?.label ?? value;
  const [typed, setTyped] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const query = typed === null || typed === shown ? '' : typed.trim().toLocaleLowerCase();
  // With a thousand choices, options are created only while the list is open, and at most 100.
  const matching = isOpen
    ? picks.filter((pick) => `${pick.label} ${pick.hint ?? ''}`.toLocaleLowerCase().includes(query))
    : picks.filter((pick) => pick.value === value);
  const visible = matching.slice(0, maxVisibleChoices);
  const more = matching.length - visible.length;
  /** By Enter the choice that is left is meant, where the text is none by itself. */
  const finish = (byEnter: boolean) => {
    if (typed !== null && typed !== shown) {
      const named = picks.find((pick) => pick.label.toLocaleLowerCase() === typed.trim().toLocaleLowerCase());
      const isLeft = byEnter && !acceptsOther && query !== '' && matching.length === 1;
      const match = named ?? (isLeft ? matching[0] : undefined);
      if (match) onChange(match.value);
      else if (acceptsOther) onChange(typed.trim());
    }
    setTyped(null);
    onEnd?.();
  };
  return (
    <ComboBox
      className="field"
      items={visible}
      inputValue={typed ?? shown}
      selectedKey={picks.some((pick) => pick.value === value) ? value : null}
      onInputChange={setTyped}
      onSelectionChange={(key) => {
        if (key === null) return;
        setTyped(null);
        onChange(String(key));
      }}
      onOpenChange={setOpen}
      onBlur={() => finish(false)}
      isInvalid={error !== undefined && error !== ''}
      allowsCustomValue
      allowsEmptyCollection
      menuTrigger="input"
    >
      <Label className={hideLabel ? 'vh' : 'lab'}>{label}</Label>
      <Group className={props.size === 'sm' ? 'input sm' : 'input'}>
        {icon}
        <TypedInput placeholder={placeholder ?? ''} isTyping={typed !== null} onEnter={() => finish(true)} />
        <Button aria-label={t('showChoices', { field: label })}>
          <Icon of={ChevronsUpDown} size={14} />
        </Button>
      </Group>
      <FieldMessage help={help} error={error} />
      <Popover className="pop" offset={4}>
        <ListBox<Pick> className="items" renderEmptyState={() => <p className="ph">{t('noChoices')}</p>}>
          {(pick) => (
            <ListBoxItem id={pick.value} textValue={pick.label} className="it">
              {pick.icon}
              <span className="grow clip" {...asTyped}>
                {pick.label}
              </span>
              {pick.hint && <span className="hint clip">{pick.hint}</span>}
            </ListBoxItem>
          )}
        </ListBox>
        {more > 0 && <p className="ph">{t('moreChoices', { count: more })}</p>}
      </Popover>
    </ComboBox>
  );
}
