/** The starts of a flow in the last 24 hours as a small line, with its words for those who cannot see it. */

import { useWords } from '../words/use-words.ts';
import './sparkline.css';

const width = 104;
const height = 20;
const margin = 2;

/** A dotted line where there were none. */
export function Sparkline({ values }: { values: readonly number[] | undefined }) {
  const t = useWords('flows');
  const given = values ?? [];
  const total = given.reduce((sum, value) => sum + value, 0);
  const highest = Math.max(...given, 1);
  const label = t('startsInADay', { count: total });
  const points = given.map((value, index) => {
    const x = margin + (index / Math.max(1, given.length - 1)) * (width - 2 * margin);
    return [x, height - margin - (value / highest) * (height - 2 * margin)] as const;
  });
  const last = points.at(-1);
  return (
    <svg className="sparkline" width={width} height={height} role="img" aria-label={label}>
      <title>{label}</title>
      {total === 0 || last === undefined ? (
        <line className="never" x1={margin} x2={width - margin} y1={height - margin} y2={height - margin} />
      ) : (
        <>
          <polyline points={points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')} />
          <circle cx={last[0]} cy={last[1]} r={2} />
        </>
      )}
    </svg>
  );
}
