/** The choice of the period whose transitions are counted. */

import { SegmentedControl } from '../ui/forms/segmented-control.tsx';
import { useWords } from '../words/use-words.ts';
import type { TrafficPeriod } from './use-canvas-traffic.ts';

type TrafficPeriodChoiceProps = { value: TrafficPeriod; onChange(value: TrafficPeriod): void };

export function TrafficPeriodChoice({ value, onChange }: TrafficPeriodChoiceProps) {
  const live = useWords('livePicture');
  return (
    <SegmentedControl<TrafficPeriod>
      label={live('period')}
      value={value}
      onChange={onChange}
      segments={(['hour', 'day', 'week'] as const).map((each) => ({
        value: each,
        label: live(`periods.${each}`),
      }))}
    />
  );
}
