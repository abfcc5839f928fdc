/** The 17 comparisons that a transition of split-based-on can make. */

import { isObject, type Json, textOf } from '../json/json.ts';

/** `label` is what a menu says; `phrase` stands between the variable and the value on a card; `help` is a sentence. */
export type ConditionSpec = { label: string; phrase: string; takesValue: boolean; help?: string };

const comparison = (label: string, phrase: string, help?: string): ConditionSpec => ({
  label,
  phrase,
  takesValue: true,
  ...(help !== undefined && { help }),
});

const dates = 'A date: YYYY-MM-DD, perhaps with a time as in ISO 8601, or MM/DD/YYYY.';
const times = 'A time: HH:MM or HH:MM:SS, or with 12 hours as 5:30 PM.';

export const conditionTypes = {
  equal_to: comparison('Equal to', 'is'),
  not_equal_to: comparison('Not equal to', 'is not'),
  matches_any_of: comparison('Matches any of', 'is'),
  does_not_match_any_of: comparison('Does not match any of', 'is not'),
  contains: comparison('Contains', 'contains'),
  does_not_contain: comparison('Does not contain', 'does not contain'),
  starts_with: comparison('Starts with', 'starts with'),
  does_not_start_with: comparison('Does not start with', 'does not start with'),
  is_blank: { label: 'Is blank', phrase: 'is blank', takesValue: false },
  is_not_blank: { label: 'Is not blank', phrase: 'is not blank', takesValue: false },
  regex: comparison('Matches the pattern', 'matches'),
  less_than: comparison('Less than', 'is less than'),
  greater_than: comparison('Greater than', 'is greater than'),
  is_before_date: comparison('Is before the date', 'is before', dates),
  is_after_date: comparison('Is after the date', 'is after', dates),
  is_before_time: comparison('Is before the time', 'is before', times),
  is_after_time: comparison('Is after the time', 'is after', times),
} as const satisfies Record<string, ConditionSpec>;

export type ConditionType = keyof typeof conditionTypes;

/** True when `type` names one of the 17 comparisons. */
export function isConditionType(type: unknown): type is ConditionType {
  return typeof type === 'string' && Object.hasOwn(conditionTypes, type);
}

/** A word of the widget table in the language of its reader, English by default. */
export type WordOf = (english: string) => string;

const inEnglish: WordOf = (english) => english;

/** One condition without its variable: `is “yes”, “y”`. '' when it cannot be read. Grows: n in text. */
export function conditionPhrase(condition: Json | undefined, wordOf: WordOf = inEnglish): string {
  if (!isObject(condition) || !isConditionType(condition.type)) return '';
  const { phrase, takesValue } = conditionTypes[condition.type];
  if (!takesValue) return wordOf(phrase);
  const value = textOf(condition.value);
  const isList = condition.type === 'matches_any_of' || condition.type === 'does_not_match_any_of';
  const values = isList ? value.split(',').map((item) => item.trim()) : [value];
  const quoted = (item: string) => wordOf('“{{value}}”').replace('{{value}}', () => item);
  return `${wordOf(phrase)} ${values.map(quoted).join(', ')}`;
}

/** Comparisons that a label writes as a sign. */
const signs: Partial<Record<ConditionType, string>> = { less_than: '<', greater_than: '>' };

/** One condition as short as a label has room for: `is yes, y`, `> 0`. '' without a value, or when it cannot be read. */
export function comparisonText(condition: Json | undefined, wordOf: WordOf = inEnglish): string {
  if (!isObject(condition) || !isConditionType(condition.type)) return '';
  const { phrase, takesValue } = conditionTypes[condition.type];
  if (!takesValue) return wordOf(phrase);
  const value = textOf(condition.value)
    .trim()
    .replace(/\s*,\s*/g, ', ');
  return value === '' ? '' : `${signs[condition.type] ?? wordOf(phrase)} ${value}`;
}
