/** A loading skeleton. It appears only after 300 ms, so that fast responses do not flash. */

import { useWords } from '../../words/use-words.ts';
import './state.css';

const widths = [72, 48, 60, 36, 66, 54];

export function Skeleton({ lines = 4 }: { lines?: number }) {
  const t = useWords('ui');
  return (
    <div className="skels" role="status">
      <span className="vh">{t('loading')}</span>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike and never move
        <span className="skel" key={line} style={{ width: `${widths[line % widths.length] ?? 50}%` }} />
      ))}
    </div>
  );
}
