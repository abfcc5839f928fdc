/**
 * Columns over time. The picture is drawn by a library that is loaded when a chart is first shown; the same
 * numbers are in a visually hidden table for screen readers.
 */

import { lazy, Suspense } from 'react';
import { numberText } from '../../words/locale.ts';
import './chart.css';
import type { ChartColumn } from './chart-columns.tsx';

const Columns = lazy(async () => ({ default: (await import('./chart-columns.tsx')).ChartColumns }));

export type ChartProps = {
  /** What is counted, as the name of the picture and of the table. */
  label: string;
  /** Heads of the table: the name of a row, and its number. */
  heads: readonly [string, string];
  columns: readonly ChartColumn[];
};

export function Chart({ label, heads, columns }: ChartProps) {
  return (
    <figure className="chart" aria-label={label}>
      <div className="drawn" aria-hidden>
        <Suspense>
          <Columns columns={columns} />
        </Suspense>
      </div>
      <table className="vh">
        <caption>{label}</caption>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {columns.map(({ id, label: name, value }) => (
            <tr key={id}>
              <th scope="row">{name}</th>
              <td>{numberText(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}
