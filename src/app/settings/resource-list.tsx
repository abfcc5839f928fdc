/** A panel with the list of one kind of resource in all its states, and the button that adds one. */

import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import type { IconShape } from '../ui/icon.tsx';
import { type ListQuery, QueryList } from '../ui/query-list.tsx';
import { toast } from '../ui/toast.ts';
import './resource-list.css';

type ResourceListProps<Row> = {
  title: string;
  list: ListQuery;
  rows: readonly Row[];
  keyOf(row: Row): string;
  failedTitle: string;
  empty: { icon: IconShape; title: string; text: string };
  /** In the heading, or in the empty state while there are no rows. */
  add?: { label: string; onPress(): void };
  /** The text of a row in a `div.grow`, and its actions. */
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
  children,
}: ResourceListProps<Row>) {
  const button = add && (
    <Button icon={Plus} onPress={add.onPress}>
      {add.label}
    </Button>
  );
  return (
    <section className="panel resources" aria-label={title}>
      <header>
        <h2 className="grow">{title}</h2>
        {rows.length > 0 && button}
      </header>
      <QueryList
        list={list}
        count={rows.length}
        failedTitle={failedTitle}
        empty={
          <EmptyState icon={empty.icon} title={empty.title} actions={button}>
            {empty.text}
          </EmptyState>
        }
      >
        <ul aria-label={title}>
          {rows.map((row) => (
            <li key={keyOf(row)}>{children(row)}</li>
          ))}
        </ul>
      </QueryList>
    </section>
  );
}

/** Says how a mutation ended: `remove.mutate(sid, saidByToast(t('deleted'), (message) => t('failed', { message })))`. */
export function saidByToast(done: string | null, failed: (message: string) => string) {
  return {
    onSuccess: () => {
      if (done !== null) toast({ message: done });
    },
    onError: ({ message }: Error) => void toast({ message: failed(message) }),
  };
}
