/** A search field with the list of what it finds below: keys move through the list, and Enter chooses. */

import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { SearchField } from '../forms/search-field.tsx';
import { onMovedPointer } from '../moved-pointer.ts';
import './searched-list.css';

/** A row of the list. `heading` is that of its group, which is shown where the group begins. */
type SearchedRow = {
  key: string;
  label: string;
  heading: string;
  className?: string;
  content(isCurrent: boolean): ReactNode;
  choose(): void;
};

type SearchedListProps = {
  className: string;
  label: string;
  size?: 'sm';
  query: string;
  onQuery(query: string): void;
  rows: readonly SearchedRow[];
  /** A better answer than the rows, with its title for screen readers: Enter chooses a row only once it was pointed to. */
  note?: { title: string; content: ReactNode; isBest: boolean } | null;
  empty: string;
  /** Handles Enter in place of the list, while no row was pointed to. */
  onEarlyEnter?: (() => void) | undefined;
  onClose(): void;
  /** Below the list. */
  children?: ReactNode;
};

export function SearchedList(props: SearchedListProps) {
  const { className, label, size, query, onQuery, rows, note = null, empty, children } = props;
  const [active, setActive] = useState<number | null>(null);
  const current = Math.min(active ?? (note?.isBest ? -1 : 0), rows.length - 1);
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const chosen = rows[current];
    const isEnter = event.key === 'Enter';
    if (step !== undefined && current === -1) setActive(step === 1 ? 0 : rows.length - 1);
    else if (step !== undefined) setActive((current + step + rows.length) % Math.max(1, rows.length));
    else if (isEnter && active === null && props.onEarlyEnter !== undefined) props.onEarlyEnter();
    else if (isEnter && isInField(event) && chosen !== undefined) chosen.choose();
    // The field would empty itself first.
    else if (event.key === 'Escape') props.onClose();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    // The keys of the search field move through the list below it.
    <div className={className} onKeyDownCapture={onKey} role="presentation">
      <SearchField
        label={label}
        {...(size && { size })}
        autoFocus
        value={query}
        onChange={(text) => {
          onQuery(text);
          setActive(null);
        }}
      />
      {note?.content}
      <div role="listbox" aria-label={label} className="items" tabIndex={0}>
        {rows.length === 0 && <p className="ph">{empty}</p>}
        {rows.map((row, index) => (
          <Row
            key={row.key}
            row={row}
            heading={row.heading === rows[index - 1]?.heading ? undefined : row.heading}
            isCurrent={index === current}
            onPoint={() => setActive(index)}
          />
        ))}
      </div>
      {children}
      <p className="vh" aria-live="polite">
        {rows[current]?.label ?? note?.title}
      </p>
    </div>
  );
}

/** A button of the explanation takes Enter itself. */
const isInField = ({ target }: KeyboardEvent) => !(target instanceof HTMLButtonElement);

type RowProps = { row: SearchedRow; heading: string | undefined; isCurrent: boolean; onPoint(): void };

function Row({ row, heading, isCurrent, onPoint }: RowProps) {
  return (
    <>
      {heading !== undefined && <p className="ph">{heading}</p>}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the search field above handles the keys */}
      <div
        role="option"
        tabIndex={-1}
        aria-selected={isCurrent}
        className={`it${isCurrent ? ' on' : ''}${row.className ?? ''}`}
        ref={isCurrent ? (element) => element?.scrollIntoView?.({ block: 'nearest' }) : undefined}
        onPointerMove={onMovedPointer(onPoint)}
        onClick={row.choose}
      >
        {row.content(isCurrent)}
      </div>
    </>
  );
}
