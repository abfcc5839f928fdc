/** Says what the counts on the canvas are, while they are shown. */

import { X } from 'lucide-react';
import type { TrafficCounts } from '../../traffic/traffic-counts.ts';
import { TrafficPeriodChoice } from '../../traffic/traffic-period.tsx';
import type { TrafficPeriod } from '../../traffic/use-canvas-traffic.ts';
import { WaitingElsewhere } from '../../traffic/waiting-elsewhere.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { useWords } from '../../words/use-words.ts';
import './traffic-bar.css';

export type TrafficBarProps = {
  sid: string;
  /** Null while they are loaded, or cannot be. */
  counts: TrafficCounts | null;
  isFailed: boolean;
  period: TrafficPeriod;
  onPeriod(period: TrafficPeriod): void;
  onClose(): void;
};

export function TrafficBar({ sid, counts, isFailed, period, onPeriod, onClose }: TrafficBarProps) {
  const live = useWords('livePicture');
  const status = isFailed
    ? live('failedTitle')
    : counts === null
      ? ''
      : live('waiting', { count: counts.waitingInAll });
  return (
    <section className="traffic-bar" data-lane="top" aria-label={live('title')}>
      <b role="status">{status}</b>
      {counts !== null && <WaitingElsewhere sid={sid} elsewhere={counts.elsewhere} />}
      <TrafficPeriodChoice value={period} onChange={onPeriod} />
      <IconButton icon={X} label={live('hide')} onPress={onClose} />
    </section>
  );
}
