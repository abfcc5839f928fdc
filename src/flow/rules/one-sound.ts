/** one-sound: a widget that speaks has exactly one thing to say or play. */

import { type JsonObject, textOf } from '../json.ts';
import { pointer } from '../pointer.ts';
import type { Rule } from './rule.ts';

const sounds: Record<string, string[]> = {
  'say-play': ['say', 'play', 'digits'],
  'gather-input-on-call': ['say', 'play'],
};

export const oneSound: Rule = {
  code: 'one-sound',
  severity: 'warning',
  check({ widgets }) {
    return widgets.flatMap(({ type, index, properties }) => {
      const choices = type === undefined ? undefined : sounds[type.type];
      if (choices === undefined) return [];
      const [first, second] = filledIn(choices, properties);
      if (first === undefined) {
        return [
          {
            message: 'Nothing is said or played here',
            property_path: pointer('states', index, 'properties', 'say'),
          },
        ];
      }
      if (second === undefined) return [];
      return [
        {
          message: `“${first}” is filled in as well: only one of them is heard`,
          property_path: pointer('states', index, 'properties', second),
        },
      ];
    });
  },
};

function filledIn(choices: string[], properties: JsonObject): string[] {
  return choices.filter((property) => textOf(properties[property]).trim() !== '');
}
