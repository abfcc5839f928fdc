/** The search of sent or of received emails: a field, a choice, the days, and a chip for each filter that a link has set. */

import { X } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import '../../ui/forms/filter-chip.css';
import { SearchField } from '../../ui/forms/search-field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { useSlashFocus } from '../../ui/use-slash-focus.ts';
import { useWords } from '../../words/use-words.ts';
import { type Days, DaysFilter } from '../days-filter.tsx';

type Filters = Days & { q?: string | undefined };

type EmailSearchProps = {
  label: string;
  search: Filters;
  /** Takes the filters that changed. */
  onChange(change: Filters): void;
  chips?: readonly { text: string; onRemove(): void }[];
  /** False where the role sees no contacts. */
  isSearchable?: boolean;
  /** The choice before the days. */
  children?: ReactNode;
};

export function EmailSearch({
  label,
  search,
  onChange,
  chips = [],
  isSearchable = true,
  children,
}: EmailSearchProps) {
  const t = useWords('email');
  return (
    <search className="email-search">
      {isSearchable && (
        <TextSearch
          key={search.q ?? ''}
          label={label}
          value={search.q ?? ''}
          onSearch={(q) => onChange({ q })}
        />
      )}
      <div className="actions">
        {children}
        <DaysFilter
          label={t('search.days')}
          anyTime={t('search.anyTime')}
          lastDays={(count) => t('search.lastDays', { count })}
          days={search}
          onChange={onChange}
        />
        {chips.map(({ text, onRemove }) => (
          <span className="filter-chip" key={text}>
            <span className="clip">{text}</span>
            <IconButton icon={X} label={t('search.remove', { filter: text })} onPress={onRemove} />
          </span>
        ))}
      </div>
    </search>
  );
}

type TextSearchProps = { label: string; value: string; onSearch(q: string | undefined): void };

/** Searches when Enter is pressed, or the box is emptied. */
export function TextSearch({ label, value, onSearch }: TextSearchProps) {
  const [text, setText] = useState(value);
  const box = useRef<HTMLInputElement>(null);
  useSlashFocus(box);
  return (
    <SearchField
      label={label}
      shortcut="/"
      inputRef={box}
      value={text}
      onChange={(next) => {
        setText(next);
        if (next === '' && value !== '') onSearch(undefined);
      }}
      onSubmit={(next) => onSearch(next.trim() === '' ? undefined : next.trim())}
    />
  );
}
