/** template-error: a template that cannot be parsed. It renders to an empty text when the flow runs. */

import { isObject, type Json } from '../../json/json.ts';
import { pointer } from '../../json/json-pointer.ts';
import { hasTemplate, templateErrors } from '../../template/template.ts';
import type { WorkBudget } from '../../work-budget/work-budget.ts';
import type { Violation, WidgetRule } from './rule.ts';

type Place = { value: Json; path: (string | number)[] };

export const templateError: WidgetRule = {
  code: 'template-error',
  severity: 'warning',
  check({ index, properties, links }, work) {
    return [
      ...errorsBelow({ value: properties, path: ['states', index, 'properties'] }, work),
      ...links.flatMap(({ index: at, entry }) =>
        entry.conditions === undefined
          ? []
          : errorsBelow(
              { value: entry.conditions, path: ['states', index, 'transitions', at, 'conditions'] },
              work,
            ),
      ),
    ];
  },
};

/** Nesting that is searched: more than any widget renders, while a file may nest without limit. */
const maxDepth = 20;

function errorsBelow(root: Place, work: WorkBudget): Violation[] {
  const faults: Violation[] = [];
  const left = [root];
  for (let place = left.pop(); place !== undefined; place = left.pop()) {
    const { value, path } = place;
    if (typeof value === 'string') {
      if (mayHaveErrors(value)) faults.push(...errorsIn(value, path, work));
    } else if (path.length > maxDepth) {
    } else if (Array.isArray(value)) {
      value.forEach((item, at) => {
        left.push({ value: item, path: [...path, at] });
      });
    } else if (isObject(value)) {
      for (const [key, item] of Object.entries(value)) left.push({ value: item, path: [...path, key] });
    }
  }
  return faults;
}

/** Outputs that only name a variable: most texts have no other, and reading those is not worth the time. */
const plainOutput = /\{\{\s*[A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*)*\s*\}\}/g;

function mayHaveErrors(text: string): boolean {
  return hasTemplate(text) && hasTemplate(text.replace(plainOutput, ' '));
}

function errorsIn(text: string, path: (string | number)[], work: WorkBudget): Violation[] {
  return templateErrors(text, work).map(({ message, index }) => ({
    message: `${message.replace(/\.$/, '')} (character ${index + 1}).`,
    property_path: pointer(...path),
  }));
}
