/** The drawing of a chart: columns, a scale at the right, and the number of the column under the pointer. */

import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { numberText } from '../../words/locale.ts';

/** `label` names the column in full, `tick` below the axis where it fits. */
export type ChartColumn = { id: string; label: string; tick: string; value: number };

export function ChartColumns({ columns }: { columns: readonly ChartColumn[] }) {
  const widest = numberText(Math.max(0, ...columns.map(({ value }) => value))).length;
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart
        data={[...columns]}
        accessibilityLayer={false}
        barCategoryGap="14%"
        margin={{ top: 8, right: 0, bottom: 0, left: 0 }}
      >
        <CartesianGrid vertical={false} />
        <XAxis
          dataKey="tick"
          axisLine={false}
          tickLine={false}
          interval="equidistantPreserveStart"
          minTickGap={44}
          height={20}
          padding={{ left: 12 }}
        />
        <YAxis
          orientation="right"
          axisLine={false}
          tickLine={false}
          allowDecimals={false}
          width={20 + widest * 7}
          tickFormatter={(value: number) => numberText(value)}
        />
        <Tooltip cursor={false} isAnimationActive={false} content={ColumnTooltip} />
        <Bar dataKey="value" isAnimationActive={false} radius={[2, 2, 0, 0]} maxBarSize={40} activeBar />
      </BarChart>
    </ResponsiveContainer>
  );
}

function ColumnTooltip({ payload = [] }: { payload?: readonly { payload?: unknown }[] }) {
  const column = payload[0]?.payload as ChartColumn | undefined;
  if (column === undefined) return null;
  return (
    <div className="tip num">
      {column.label}
      <b>{numberText(column.value)}</b>
    </div>
  );
}
