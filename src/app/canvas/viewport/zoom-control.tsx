/** The zoom control: zoom out, the scale in percent, zoom in, fit the flow. */

import { Minus, Plus, Scan } from 'lucide-react';
import { useStore } from 'reactflow';
import { Icon } from '../../ui/marks/icon.tsx';
import { t } from '../canvas-text.ts';

type ZoomControlProps = { onZoom(factor: number): void; onReset(): void; onFit(): void };

export function ZoomControl({ onZoom, onReset, onFit }: ZoomControlProps) {
  const percent = useStore(({ transform }) => Math.round(transform[2] * 100));
  return (
    <div className="corner zoomer" data-lane="bottom" data-tool>
      <button type="button" aria-label={t('zoomOut')} title={t('zoomOut')} onClick={() => onZoom(1 / 1.25)}>
        <Icon of={Minus} size={14} />
      </button>
      <button
        type="button"
        className="pc num"
        aria-label={`${percent} %, ${t('zoomReset')}`}
        title={t('zoomReset')}
        onClick={onReset}
      >
        {percent}%
      </button>
      <button type="button" aria-label={t('zoomIn')} title={t('zoomIn')} onClick={() => onZoom(1.25)}>
        <Icon of={Plus} size={14} />
      </button>
      <span className="vr" />
      <button type="button" aria-label={t('fit')} title={`${t('fit')} (Shift 1)`} onClick={onFit}>
        <Icon of={Scan} size={14} />
      </button>
    </div>
  );
}
