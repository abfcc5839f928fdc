/** The editor of a duration: stored in seconds, shown in the largest fitting unit; or a template. */

import { useState } from 'react';
import type { Json } from '#flow/json/json.ts';
import { Select } from '../../ui/forms/select.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { useWords } from '../../words/use-words.ts';
import { type FieldEditorProps, messagesOf } from './field-editor.ts';
import { FieldFrame } from './field-frame.tsx';
import { formatText } from './format-text.ts';
import { parseNumber } from './number-editor.tsx';
import { useTypedText } from './use-typed-text.ts';

const units = { seconds: 1, minutes: 60, hours: 3600, days: 86_400 } as const;
type Unit = keyof typeof units;
const unitNames = ['seconds', 'minutes', 'hours', 'days'] as const satisfies Unit[];

export function DurationEditor({ field, value, onChange, onEnd, findings }: FieldEditorProps) {
  const t = useWords('inspector');
  const [chosen, setChosen] = useState<Unit | null>(null);
  const seconds = secondsIn(value);
  const unit =
    chosen !== null && fits(seconds, chosen) ? chosen : unitFor(seconds ?? secondsIn(field.default));
  const format = (of: Json | undefined) => {
    const length = secondsIn(of);
    return length === null ? formatText(of) : String(length / units[unit]);
  };
  const parse = (text: string, by: Unit) => {
    const number = text.trim() === '' ? Number.NaN : Number(text);
    return parseNumber(Number.isFinite(number) ? String(number * units[by]) : text, field);
  };
  const { text, type } = useTypedText(value, format, (typed) => parse(typed, unit), onChange);
  const number = seconds === null ? null : seconds / units[unit];
  return (
    <FieldFrame
      label={field.title}
      hideLabel
      help={field.help}
      error={messagesOf(findings, 'error')}
      warning={messagesOf(findings, 'warning')}
    >
      <div className="durations">
        <TextField
          label={field.title}
          value={text}
          placeholder={format(field.default)}
          onChange={type}
          onBlur={onEnd}
        />
        <Select
          label={t('unitOf', { field: field.title })}
          hideLabel
          options={unitNames.map((name) => ({ value: name, label: t(name) }))}
          value={unit}
          onChange={(next) => {
            setChosen(next);
            if (number !== null) onChange(parse(String(number), next));
            onEnd();
          }}
        />
      </div>
    </FieldFrame>
  );
}

/** The seconds in a value; null for a template, no value, or no number. */
export function secondsIn(value: Json | undefined): number | null {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || value.trim() === '') return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

/** The largest unit in which the duration is a whole number of at least two; minutes up to two hours. */
export function unitFor(seconds: number | null): Unit {
  if (seconds === null || seconds === 0) return 'seconds';
  const large = (['days', 'hours'] as const).find(
    (unit) => fits(seconds, unit) && seconds >= 2 * units[unit],
  );
  return large ?? (fits(seconds, 'minutes') && seconds >= 120 ? 'minutes' : 'seconds');
}

function fits(seconds: number | null, unit: Unit): boolean {
  return seconds === null || seconds % units[unit] === 0;
}
