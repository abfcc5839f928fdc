/** A search box. Escape and the cross empty it. */

import { Search, X } from 'lucide-react';
import { type KeyboardEvent, type Ref, useLayoutEffect, useRef, useState } from 'react';
import { useObjectRef } from 'react-aria/useObjectRef';
import { Button } from 'react-aria-components/Button';
import { Input } from 'react-aria-components/Input';
import { useWords } from '../../words/use-words.ts';
import './field.css';
import { Icon } from '../marks/icon.tsx';
import { Kbd } from '../marks/kbd.tsx';

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
  const {
    label,
    placeholder = label,
    value,
    onChange,
    onSubmit,
    size = 'md',
    shortcut,
    inputRef,
    ...rest
  } = props;
  const t = useWords('ui');
  const input = useObjectRef(inputRef);
  const [typed, setTyped] = useState(value);
  /** What was typed since `value`. */
  const sent = useRef<string[]>([]);
  const change = (text: string) => {
    sent.current.push(text);
    setTyped(text);
    onChange(text);
  };
  useLayoutEffect(() => {
    // A value that goes through the address is there later: put into the field, it would take its caret, and what is being composed.
    const known = sent.current.indexOf(value) + 1;
    if (known === 0) setTyped(value);
    sent.current = sent.current.slice(known || Number.MAX_VALUE);
  }, [value]);
  const onKeyDown = (event: KeyboardEvent) => {
    const isCleared = event.key === 'Escape' && typed !== '';
    const isSubmitted = event.key === 'Enter' && onSubmit !== undefined;
    if (!isCleared && !isSubmitted) return;
    event.preventDefault();
    event.stopPropagation();
    if (isCleared) change('');
    else onSubmit?.(typed);
  };
  return (
    <div className="search-field" data-empty={typed === '' || undefined}>
      <div className={size === 'sm' ? 'input sm' : 'input'}>
        <Icon of={Search} size={size === 'sm' ? 14 : 16} />
        <Input
          {...rest}
          ref={input}
          type="search"
          dir="auto"
          aria-label={label}
          placeholder={placeholder}
          value={typed}
          onChange={(event) => change(event.target.value)}
          onKeyDown={onKeyDown}
          spellCheck={false}
          autoComplete="off"
        />
        {shortcut && <Kbd keys={[shortcut]} />}
        <Button
          className="clear"
          aria-label={t('clearSearch')}
          excludeFromTabOrder
          preventFocusOnPress
          onPressStart={() => input.current?.focus()}
          onPress={() => change('')}
        >
          <Icon of={X} size={12} />
        </Button>
      </div>
    </div>
  );
}
