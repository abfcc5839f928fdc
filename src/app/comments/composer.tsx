/** Writes a comment: plain text, with names completed behind an `@`. Ctrl or Cmd with Enter sends it. */

import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { maxCommentText } from '#api/flows/comments.ts';
import { Button } from '../ui/button.tsx';
import { useWords } from '../words/use-words.ts';
import { completeMention, openMention } from './mentions.ts';

export type ComposerProps = {
  label: string;
  /** What the button that sends says. */
  submit: string;
  initial: string;
  names: readonly string[];
  autoFocus?: boolean;
  isBusy: boolean;
  /** Why it was not sent. */
  failure: string | null;
  onChange(text: string): void;
  onSubmit(text: string): void;
  /** Escape, and the button beside the other. */
  onCancel?: () => void;
};

export function Composer(props: ComposerProps) {
  const { label, submit, initial, names, autoFocus, isBusy, failure, onChange, onSubmit, onCancel } = props;
  const t = useWords('comments');
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(initial);
  const [caret, setCaret] = useState(initial.length);
  const [chosen, setChosen] = useState(0);
  const [isClosed, setClosed] = useState(false);
  const nextCaret = useRef<number | null>(null);
  const open = isClosed ? null : openMention(text, caret, names);
  const excess = text.trim().length - maxCommentText;
  const message = excess > 0 ? t('tooLong', { count: excess }) : failure;
  const isReady = text.trim() !== '' && excess <= 0 && !isBusy;

  useEffect(() => {
    if (autoFocus) field.current?.focus();
  }, [autoFocus]);
  useLayoutEffect(() => {
    if (nextCaret.current === null) return;
    field.current?.setSelectionRange(nextCaret.current, nextCaret.current);
    nextCaret.current = null;
  });

  const write = (next: string, at: number) => {
    setText(next);
    setCaret(at);
    setChosen(0);
    setClosed(false);
    onChange(next);
  };
  const complete = (name: string) => {
    if (open === null) return;
    const completed = completeMention(text, caret, open.at, name);
    nextCaret.current = completed.caret;
    write(completed.text, completed.caret);
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event;
    const isSend = key === 'Enter' && (event.ctrlKey || event.metaKey);
    if (isSend) {
      if (isReady) onSubmit(text);
    } else if (open !== null && (key === 'ArrowDown' || key === 'ArrowUp')) {
      const step = key === 'ArrowDown' ? 1 : -1;
      setChosen((chosen + step + open.names.length) % open.names.length);
    } else if (open !== null && (key === 'Enter' || key === 'Tab')) {
      complete(open.names[chosen] ?? '');
    } else if (open !== null && key === 'Escape') {
      setClosed(true);
    } else if (key === 'Escape' && onCancel !== undefined) {
      onCancel();
    } else return;
    // The keys mean something else to the designer and to the panel.
    event.preventDefault();
    event.stopPropagation();
  };

  const listId = `${id}-names`;
  const optionId = (index: number) => `${id}-name-${index}`;
  return (
    <form
      className="composer field"
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) onSubmit(text);
      }}
    >
      <label className="lab" htmlFor={id}>
        {label}
      </label>
      <div className="composer-field">
        <textarea
          id={id}
          ref={field}
          className="input"
          rows={3}
          dir="auto"
          value={text}
          readOnly={isBusy}
          placeholder={t('textHint')}
          aria-autocomplete="list"
          {...(message !== null && { 'aria-invalid': true, 'aria-describedby': `${id}-failure` })}
          {...(open !== null && { 'aria-controls': listId, 'aria-activedescendant': optionId(chosen) })}
          onChange={({ target }) => write(target.value, target.selectionStart)}
          onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
          onKeyDown={onKeyDown}
        />
        {open !== null && (
          <div className="composer-names pop" id={listId} role="listbox" aria-label={t('suggestions')}>
            {open.names.map((name, index) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the text field has the keys
              // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text field
              <div
                key={name}
                id={optionId(index)}
                role="option"
                aria-selected={index === chosen}
                className="it"
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => complete(name)}
              >
                <span className="grow clip">{name}</span>
              </div>
            ))}
          </div>
        )}
      </div>
      {message !== null && (
        <p className="failure" id={`${id}-failure`} role="alert">
          {message}
        </p>
      )}
      <div className="composer-acts">
        {onCancel && <Button onPress={onCancel}>{t('cancel')}</Button>}
        <Button kind="primary" type="submit" isDisabled={!isReady} isBusy={isBusy}>
          {submit}
        </Button>
      </div>
    </form>
  );
}
