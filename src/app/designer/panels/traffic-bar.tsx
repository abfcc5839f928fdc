/** Says what the counts on the canvas are, while they are shown. */

import { X } from 'lucide-react';
import { TrafficPeriodChoice } from '../../traffic/traffic-period.tsx';
import type { TrafficPeriod } from '../../traffic/use-canvas-traffic.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { useWords } from '../../words/use-words.ts';
import './traffic-bar.css';

export type TrafficBarProps = {
  /** Executions that wait at any widget; null while the counts are loaded, or cannot be. */
  waiting: number | null;
  isFailed: boolean;
  period: TrafficPeriod;
  onPeriod(period: TrafficPeriod): void;
  onClose(): void;
};

export function TrafficBar({ waiting, isFailed, period, onPeriod, onClose }: TrafficBarProps) {
  const t = useWords('executions');
  const status = isFailed
    ? t('live.failedTitle')
    : waiting === null
      ? ''
      : t('live.waiting', { count: waiting });
  return (
    <section className="traffic-bar" aria-label={t('live.title')}>
      <b role="status">{status}</b>
      <TrafficPeriodChoice value={period} onChange={onPeriod} />
      <IconButton icon={X} label={t('live.hide')} onPress={onClose} />
    </section>
  );
}
