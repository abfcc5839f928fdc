/** single-prompt: a voice widget has at most one of text, audio file and key tones. */

import { type JsonObject, textOf } from '../../json/json.ts';
import { pointer } from '../../json/json-pointer.ts';
import type { WidgetRule } from './rule.ts';

type PromptProperty = 'say' | 'play' | 'digits';

const labels: Record<PromptProperty, string> = { say: 'Say', play: 'Play', digits: 'Key tones' };

const promptProperties: Record<string, PromptProperty[]> = {
  'say-play': ['say', 'play', 'digits'],
  'gather-input-on-call': ['say', 'play'],
};

export const singlePrompt: WidgetRule = {
  code: 'single-prompt',
  severity: 'warning',
  check({ type, index, properties }) {
    const choices = type === undefined ? undefined : promptProperties[type.type];
    if (choices === undefined) return [];
    const [first, second] = nonEmptyProperties(choices, properties);
    if (first === undefined || second === undefined) return [];
    const message = `${labels[first]} and ${labels[second]} are both set: only one of them is played.`;
    return [{ message, property_path: pointer('states', index, 'properties', second) }];
  },
};

function nonEmptyProperties(choices: PromptProperty[], properties: JsonObject): PromptProperty[] {
  return choices.filter((property) => textOf(properties[property]).trim() !== '');
}
