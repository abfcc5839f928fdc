/** A search box. Escape and the cross empty it. */

import { Search, X } from 'lucide-react';
import type { Ref } from 'react';
import { Button } from 'react-aria-components/Button';
import { Group } from 'react-aria-components/Group';
import { Input } from 'react-aria-components/Input';
import { SearchField as AriaSearchField } from 'react-aria-components/SearchField';
import { useWords } from '../words/use-words.ts';
import './field.css';
import { Icon } from './icon.tsx';
import { Kbd } from './kbd.tsx';

export type SearchFieldProps = {
  /** Accessible name, also the placeholder when none is given. */
  label: string;
  placeholder?: string;
  value: string;
  onChange(value: string): void;
  onSubmit?(value: string): void;
  size?: 'md' | 'sm';
  /** The key that focuses it, shown at its end while it is empty. */
  shortcut?: string;
  autoFocus?: boolean;
  inputRef?: Ref<HTMLInputElement>;
};

export function SearchField(props: SearchFieldProps) {
  const { label, placeholder = label, size = 'md', shortcut, inputRef, ...rest } = props;
  const t = useWords('ui');
  return (
    <AriaSearchField {...rest} aria-label={label}>
      <Group className={size === 'sm' ? 'input sm' : 'input'}>
        <Icon of={Search} size={size === 'sm' ? 14 : 16} />
        <Input placeholder={placeholder} ref={inputRef ?? null} spellCheck={false} autoComplete="off" />
        {shortcut && <Kbd keys={[shortcut]} />}
        <Button className="clear" aria-label={t('clearSearch')}>
          <Icon of={X} size={12} />
        </Button>
      </Group>
    </AriaSearchField>
  );
}
