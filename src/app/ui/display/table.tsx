/** A plain table with a head. Rows are the caller's own `<tr>`. */

import type { ReactNode } from 'react';
import './table.css';

export type Column = {
  id: string;
  /** Text of the head; a hidden one is read but not seen. */
  title: string;
  hidden?: boolean;
  align?: 'left' | 'right';
  className?: string;
};

export type TableProps = {
  label: string;
  columns: readonly Column[];
  className?: string;
  children: ReactNode;
};

export function Table({ label, columns, className, children }: TableProps) {
  return (
    <table className={className ? `table ${className}` : 'table'} aria-label={label}>
      <thead>
        <tr>
          {columns.map(({ id, title, hidden, align, className: column }) => (
            <th
              key={id}
              scope="col"
              className={[align === 'right' ? 'right' : '', column ?? ''].join(' ').trim()}
            >
              {hidden ? <span className="vh">{title}</span> : title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}
