/** One of a few, all seen at once: segments in a well, or a row of filter pills. */

import { ToggleButton } from 'react-aria-components/ToggleButton';
import { ToggleButtonGroup } from 'react-aria-components/ToggleButtonGroup';
import { numberText } from '../words/locale.ts';
import './tabs.css';

export type Segment<Value extends string = string> = {
  value: Value;
  label: string;
  count?: number | undefined;
};

export type SegmentedControlProps<Value extends string> = {
  label: string;
  segments: readonly Segment<Value>[];
  value: Value;
  onChange(value: Value): void;
  look?: 'well' | 'pills';
};

export function SegmentedControl<Value extends string>(props: SegmentedControlProps<Value>) {
  const { label, segments, value, onChange, look = 'well' } = props;
  return (
    <ToggleButtonGroup
      aria-label={label}
      className={look === 'well' ? 'seg' : 'filters'}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[value]}
      onSelectionChange={(keys) => {
        const chosen = segments.find((segment) => keys.has(segment.value));
        if (chosen) onChange(chosen.value);
      }}
    >
      {segments.map((segment) => (
        <ToggleButton key={segment.value} id={segment.value}>
          {segment.label}
          {segment.count !== undefined && <span className="num">{numberText(segment.count)}</span>}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
