/** impossible-condition: no value can fulfil all conditions of a branch. */

import { textOf } from '../../json/json.ts';
import { pointer } from '../../json/json-pointer.ts';
import { quote } from '../violation-message.ts';
import { type Comparison, comparisonsOf, excludes, numberOf, valuesOf } from './condition-logic.ts';
import type { WidgetRule } from './rule.ts';

/** Conditions of one branch that are compared with each other: the work grows with its square. */
const maxConditions = 30;

export const impossibleCondition: WidgetRule = {
  code: 'impossible-condition',
  severity: 'warning',
  check({ type, index, properties, links }) {
    if (type?.type !== 'split-based-on') return [];
    return links.flatMap((link) => {
      const comparisons = comparisonsOf(link, textOf(properties.input))?.slice(0, maxConditions) ?? [];
      const place = ['states', index, 'transitions', link.index, 'conditions'];
      const alone = comparisons.flatMap((comparison, at) => {
        const reason = whyNeverTrue(comparison);
        return reason === null ? [] : [{ message: reason, property_path: pointer(...place, at, 'value') }];
      });
      if (alone.length > 0) return alone;
      const contradicts = comparisons.some((a) => comparisons.some((b) => a !== b && excludes(a, b)));
      if (!contradicts) return [];
      return [
        {
          message: 'The conditions of this branch exclude each other: it is never taken.',
          property_path: pointer(...place),
        },
      ];
    });
  },
};

function whyNeverTrue(comparison: Comparison): string | null {
  const { type, value } = comparison;
  if ((type === 'less_than' || type === 'greater_than') && Number.isNaN(numberOf(value)))
    return value === '' ? null : `${quote(value)} is not a number: the comparison is never true.`;
  if (value !== '' && valuesOf(comparison)?.length === 0)
    return 'The list has only commas: the comparison is never true.';
  return null;
}
