/** What one condition of a split says of the values that another accepts, as far as both are fixed texts. */

import { isObject, type Json, textOf } from '../../json/json.ts';
import { foldText } from '../../text/fold-text.ts';
import type { TransitionView } from './rule.ts';

/** A condition, folded as the engine compares, without surrounding white space. */
export type Comparison = { argument: string; type: string; value: string };

/** The conditions of a branch; null where one cannot be read or compares with a variable. */
export function comparisonsOf({ entry }: TransitionView, input: string): Comparison[] | null {
  const { conditions } = entry;
  if (!Array.isArray(conditions) || conditions.length === 0) return null;
  const found = conditions.map((condition) => comparisonOf(condition, input));
  return found.every((each) => each !== null) ? found : null;
}

function comparisonOf(condition: Json, input: string): Comparison | null {
  if (!isObject(condition)) return null;
  const value = textOf(condition.value);
  if (value.includes('{{') || value.includes('{%')) return null;
  const argument = Array.isArray(condition.arguments) ? textOf(condition.arguments[0]) : input;
  return { argument: argument.trim(), type: textOf(condition.type), value: foldText(value).trim() };
}

/** True when every value that fulfils `a` fulfils `b`. False also means that it is not known. */
export function implies(a: Comparison, b: Comparison): boolean {
  if (a.argument !== b.argument) return false;
  if (a.type === b.type && a.value === b.value) return true;
  const values = valuesOf(a);
  if (values !== null) return values.length > 0 && values.every((value) => holds(b, value) === true);
  if (a.type !== b.type) return false;
  if (a.type === 'less_than') return numberOf(a.value) <= numberOf(b.value);
  if (a.type === 'greater_than') return numberOf(a.value) >= numberOf(b.value);
  if (a.type === 'starts_with' || a.type === 'contains') return b.value !== '' && holds(b, a.value) === true;
  return false;
}

/** True when no value fulfils both. False also means that it is not known. */
export function excludes(a: Comparison, b: Comparison): boolean {
  if (a.argument !== b.argument) return false;
  const values = valuesOf(a);
  if (values !== null) return values.every((value) => holds(b, value) === false);
  if (a.type === 'less_than' && b.type === 'greater_than') return numberOf(a.value) <= numberOf(b.value);
  return false;
}

/** The only values that fulfil a condition; null where they are not countable. */
export function valuesOf({ type, value }: Comparison): string[] | null {
  if (type === 'equal_to') return [value];
  if (type === 'is_blank') return [''];
  return type === 'matches_any_of' ? itemsOf(value) : null;
}

function itemsOf(value: string): string[] {
  return value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

/** Whether a value fulfils a condition; null where that is not known. */
function holds({ type, value }: Comparison, tested: string): boolean | null {
  switch (type) {
    case 'equal_to':
      return tested === value;
    case 'is_blank':
      return tested === '';
    case 'matches_any_of':
      return itemsOf(value).includes(tested);
    case 'not_equal_to':
      return tested !== value;
    case 'does_not_match_any_of':
      return !itemsOf(value).includes(tested);
    case 'contains':
      return tested.includes(value);
    case 'does_not_contain':
      return !tested.includes(value);
    case 'starts_with':
      return tested.startsWith(value);
    case 'does_not_start_with':
      return !tested.startsWith(value);
    case 'is_not_blank':
      return tested !== '';
    case 'less_than':
      return numberOf(tested) < numberOf(value);
    case 'greater_than':
      return numberOf(tested) > numberOf(value);
    default:
      return null;
  }
}

/**
 * NaN for anything but a plain decimal number, folded as the engine reads one. It is rounded as JavaScript does: what counts by digits
 * would be loaded with the designer.
 */
export function numberOf(text: string): number {
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : Number.NaN;
}
