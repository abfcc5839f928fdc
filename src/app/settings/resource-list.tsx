/** A panel with the list of one kind of resource in all its states, and the button that adds one. */

import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { type ListQuery, QueryList } from '../ui/display/query-list.tsx';
import type { IconShape } from '../ui/marks/icon.tsx';
import { Panel } from '../ui/panel.tsx';
import { EmptyState } from '../ui/states/empty-state.tsx';
import { useMayChange } from './permission-guard.tsx';
import './resource-list.css';

type ResourceListProps<Row> = {
  title: string;
  list: ListQuery;
  rows: readonly Row[];
  keyOf(row: Row): string | number;
  failedTitle: string;
  /** `action` is where there is no `add`. */
  empty: { icon: IconShape; title: string; text: string; action?: ReactNode };
  /** In the heading, or in the empty state while there are no rows. */
  add?: { label: string; onPress(): void };
  /** A form in the list, its first row, in place of the button that adds one. */
  form?: ReactNode;
  /** In the heading, after the title. */
  afterTitle?: ReactNode;
  /** In the heading, at its end. */
  actions?: ReactNode;
  /** Between the heading and the rows. */
  above?: ReactNode;
  /** Lines of the skeleton while it loads. */
  lines?: number;
  /** The text of a row in a `div.grow`, its actions, and what is below them. */
  children(row: Row): ReactNode;
};

export function ResourceList<Row>({
  title,
  list,
  rows,
  keyOf,
  failedTitle,
  empty,
  add,
  form,
  afterTitle,
  actions,
  above,
  lines = 3,
  children,
}: ResourceListProps<Row>) {
  const mayChange = useMayChange();
  const button = mayChange && add && (
    <Button icon={Plus} onPress={add.onPress}>
      {add.label}
    </Button>
  );
  const hasForm = form !== undefined && form !== false;
  return (
    <Panel
      title={title}
      className="resources"
      afterTitle={afterTitle}
      actions={actions ?? (rows.length > 0 && !hasForm && button)}
    >
      {above}
      <QueryList
        list={list}
        count={rows.length + Number(hasForm)}
        failedTitle={failedTitle}
        empty={
          <EmptyState icon={empty.icon} title={empty.title} actions={empty.action ?? button}>
            {empty.text}
          </EmptyState>
        }
        lines={lines}
      >
        <ul className="divided" aria-label={title}>
          {hasForm && <li>{form}</li>}
          {rows.map((row) => (
            <li key={keyOf(row)}>{children(row)}</li>
          ))}
        </ul>
      </QueryList>
    </Panel>
  );
}
