/** One of a few, all seen at once: segments in a well, or a row of filter pills. */

import type { KeyboardEvent } from 'react';
import { Button } from 'react-aria-components/Button';
import { numberText } from '../../words/locale.ts';
import '../tabs.css';

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
  // As in any group of radio buttons, arrow keys choose, and Tab comes to what is chosen.
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const at = segments.findIndex((segment) => segment.value === value);
    const next = step === undefined ? undefined : segments[at + step];
    if (next === undefined) return;
    event.preventDefault();
    onChange(next.value);
    event.currentTarget.querySelectorAll<HTMLElement>('[role=radio]')[at + (step ?? 0)]?.focus();
  };
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={look === 'well' ? 'seg' : 'filters'}
      onKeyDown={onKeyDown}
    >
      {segments.map((segment) => {
        const isOn = segment.value === value;
        return (
          <Button
            key={segment.value}
            excludeFromTabOrder={!isOn}
            onPress={() => !isOn && onChange(segment.value)}
            render={(button) => (
              // biome-ignore lint/a11y/useSemanticElements: its look is that of a button.
              <button {...button} role="radio" aria-checked={isOn} data-selected={isOn || undefined} />
            )}
          >
            {segment.label}
            {segment.count !== undefined && <span className="num">{numberText(segment.count)}</span>}
          </Button>
        );
      })}
    </div>
  );
}
