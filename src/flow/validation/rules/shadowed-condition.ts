/** shadowed-condition: an earlier branch of the split takes every value that this one would match. */

import { textOf } from '../../json/json.ts';
import { pointer } from '../../json/json-pointer.ts';
import { type Comparison, comparisonsOf, implies } from './condition-logic.ts';
import type { WidgetRule } from './rule.ts';
import { replaceAt } from './widget-fix.ts';

/** Branches of one split that are compared with each other: the work grows with its square. */
const maxBranches = 60;

export const shadowedCondition: WidgetRule = {
  code: 'shadowed-condition',
  severity: 'warning',
  check({ type, index, properties, links }) {
    if (type?.type !== 'split-based-on') return [];
    const branches = links
      .filter(({ event }) => event === 'match')
      .slice(0, maxBranches)
      .flatMap((link) => {
        const comparisons = comparisonsOf(link, textOf(properties.input));
        return comparisons === null ? [] : [{ link, comparisons }];
      });
    return branches.flatMap(({ link, comparisons }, at) => {
      const isShadowed = branches.slice(0, at).some((earlier) => covers(earlier.comparisons, comparisons));
      if (!isShadowed) return [];
      return [
        {
          message: 'An earlier branch matches everything that this one does: it is never taken.',
          property_path: pointer('states', index, 'transitions', link.index),
        },
      ];
    });
  },
  fix: (_finding, path) => ({
    label: 'Remove the branch',
    edit: (definition) => replaceAt(definition, path, undefined),
  }),
};

/** True when whatever fulfils all of `later` fulfils all of `earlier`. */
function covers(earlier: readonly Comparison[], later: readonly Comparison[]): boolean {
  return earlier.every((wanted) => later.some((given) => implies(given, wanted)));
}
