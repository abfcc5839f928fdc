/** The texts of a widget: every string in its properties and in the conditions of its transitions. */

import { isObject, type Json } from '../../json/json.ts';
import type { WidgetView } from './rule.ts';

/** `path` is that below the state: `properties`, then the keys. */
export type WidgetText = { text: string; path: readonly (string | number)[] };

/** Nesting that is searched: more than any widget renders, while a file may nest without limit. */
const maxDepth = 20;

/** Every text of the widget; those nested more than 20 levels deep are left out. */
export function widgetTexts({ properties, links }: Pick<WidgetView, 'properties' | 'links'>): WidgetText[] {
  return [
    ...textsBelow(properties, ['properties']),
    ...links.flatMap(({ index, entry }) =>
      textsBelow(entry.conditions ?? null, ['transitions', index, 'conditions']),
    ),
  ];
}

function textsBelow(root: Json, from: (string | number)[]): WidgetText[] {
  const found: WidgetText[] = [];
  const left = [{ value: root, path: from }];
  for (let place = left.pop(); place !== undefined; place = left.pop()) {
    const { value, path } = place;
    if (typeof value === 'string') found.push({ text: value, path });
    if (path.length > maxDepth) continue;
    const entries = Array.isArray(value)
      ? value.map((item, at): [string | number, Json] => [at, item])
      : isObject(value)
        ? Object.entries(value)
        : [];
    // The name of a condition is a label, which is never rendered.
    for (const [key, item] of entries)
      if (key !== 'friendly_name' || from[0] !== 'transitions')
        left.push({ value: item, path: [...path, key] });
  }
  return found;
}
