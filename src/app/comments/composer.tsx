/** Writes a comment: plain text, with names completed behind an `@`. Ctrl or Cmd with Enter sends it. */

import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
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
  /** Escape, and the second button. */
  onCancel?: () => void;
};

export function Composer(props: ComposerProps) {
  const { label, submit, autoFocus, isBusy, failure, onSubmit, onCancel } = props;
  const t = useWords('comments');
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const { text, open, chosen, write, setCaret, complete, onListKey } = useMentions(field, props);
  const excess = text.trim().length - maxCommentText;
  const message = excess > 0 ? t('tooLong', { count: excess }) : failure;
  const isReady = text.trim() !== '' && excess <= 0 && !isBusy;

  useEffect(() => {
    if (autoFocus) field.current?.focus();
  }, [autoFocus]);

  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event;
    const isSend = key === 'Enter' && (event.ctrlKey || event.metaKey);
    if (isSend) {
      if (isReady) onSubmit(text);
    } else if (!onListKey(key)) {
      if (key !== 'Escape' || onCancel === undefined) return;
      onCancel();
    }
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
          <Suggestions
            id={listId}
            names={open.names}
            chosen={chosen}
            optionId={optionId}
            onChoose={complete}
          />
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

/** Completes names behind an `@` in the text field: `open` are those that the text at the caret begins. */
function useMentions(
  field: RefObject<HTMLTextAreaElement | null>,
  { initial, names, onChange }: Pick<ComposerProps, 'initial' | 'names' | 'onChange'>,
) {
  const [text, setText] = useState(initial);
  const [caret, setCaret] = useState(initial.length);
  const [chosen, setChosen] = useState(0);
  const [isClosed, setClosed] = useState(false);
  const nextCaret = useRef<number | null>(null);
  const open = isClosed ? null : openMention(text, caret, names);
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
  /** False when the key is none of the list. */
  const onListKey = (key: string): boolean => {
    if (open === null) return false;
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      const step = key === 'ArrowDown' ? 1 : -1;
      setChosen((chosen + step + open.names.length) % open.names.length);
    } else if (key === 'Enter' || key === 'Tab') {
      complete(open.names[chosen] ?? '');
    } else if (key === 'Escape') {
      setClosed(true);
    } else return false;
    return true;
  };
  return { text, open, chosen, write, setCaret, complete, onListKey };
}

type SuggestionsProps = {
  id: string;
  names: readonly string[];
  chosen: number;
  optionId(index: number): string;
  onChoose(name: string): void;
};

function Suggestions({ id, names, chosen, optionId, onChoose }: SuggestionsProps) {
  const t = useWords('comments');
  return (
    <div className="composer-names pop" id={id} role="listbox" aria-label={t('suggestions')}>
      {names.map((name, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the text field has the keys
        // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text field
        <div
          key={name}
          id={optionId(index)}
          role="option"
          aria-selected={index === chosen}
          className="it"
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(name)}
        >
          <span className="grow clip">{name}</span>
        </div>
      ))}
    </div>
  );
}
