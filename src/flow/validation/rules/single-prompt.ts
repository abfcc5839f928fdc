/** one-sound: a widget that speaks has exactly one thing to say or play. */

import { type JsonObject, textOf } from '../../json/json.ts';
import { pointer } from '../../json/json-pointer.ts';
import type { WidgetRule } from './rule.ts';

const promptProperties: Record<string, string[]> = {
  'say-play': ['say', 'play', 'digits'],
  'gather-input-on-call': ['say', 'play'],
};

export const singlePrompt: WidgetRule = {
  code: 'one-sound',
  severity: 'warning',
  check({ type, index, properties }) {
    const choices = type === undefined ? undefined : promptProperties[type.type];
    if (choices === undefined) return [];
    const [first, second] = nonEmptyProperties(choices, properties);
    const place = (property: string) => pointer('states', index, 'properties', property);
    if (first === undefined) {
      return [{ message: 'Nothing is said or played here', property_path: place('say') }];
    }
    if (second === undefined) return [];
    return [
      {
        message: `“${first}” is filled in as well: only one of them is heard`,
        property_path: place(second),
      },
    ];
  },
};

function nonEmptyProperties(choices: string[], properties: JsonObject): string[] {
  return choices.filter((property) => textOf(properties[property]).trim() !== '');
}
