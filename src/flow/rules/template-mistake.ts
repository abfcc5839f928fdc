/** template-mistake: a text whose `{{ … }}` cannot be read. It would be left as it is when the flow runs. */

import { isObject, type Json } from '../json.ts';
import { pointer } from '../pointer.ts';
import { hasTemplate, templateMistakes } from '../template.ts';
import type { Fault, WidgetRule } from './rule.ts';

type Place = { value: Json; path: (string | number)[] };

export const templateMistake: WidgetRule = {
  code: 'template-mistake',
  severity: 'warning',
  check({ index, properties, links }) {
    return [
      ...mistakesBelow({ value: properties, path: ['states', index, 'properties'] }),
      ...links.flatMap(({ index: at, entry }) =>
        entry.conditions === undefined
          ? []
          : mistakesBelow({
              value: entry.conditions,
              path: ['states', index, 'transitions', at, 'conditions'],
            }),
      ),
    ];
  },
};

/** Deeper than any widget renders: how deep a value goes is the file's choice. */
const deepest = 20;

function mistakesBelow(root: Place): Fault[] {
  const faults: Fault[] = [];
  const left = [root];
  for (let place = left.pop(); place !== undefined; place = left.pop()) {
    const { value, path } = place;
    if (typeof value === 'string') {
      if (mayHaveMistakes(value)) faults.push(...mistakesIn(value, path));
    } else if (path.length > deepest) {
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

function mayHaveMistakes(text: string): boolean {
  return hasTemplate(text) && hasTemplate(text.replace(plainOutput, ' '));
}

function mistakesIn(text: string, path: (string | number)[]): Fault[] {
  return templateMistakes(text).map(({ message, index }) => ({
    message: `${message} (character ${index + 1})`,
    property_path: pointer(...path),
  }));
}
