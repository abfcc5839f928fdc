/** single-prompt: a voice widget has exactly one of text, audio file and key tones. */

import { type JsonObject, textOf } from '../../json/json.ts';
import { pointer } from '../../json/json-pointer.ts';
import type { RuleExample, WidgetRule } from './rule.ts';

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
    const place = (property: string) => pointer('states', index, 'properties', property);
    if (first === undefined) {
      return [{ message: 'Say is empty: nothing is said or played.', property_path: place('say') }];
    }
    if (second === undefined) return [];
    return [
      {
        message: `${labels[first]} and ${labels[second]} are both set: only one of them is played.`,
        property_path: place(second),
      },
    ];
  },
};

function nonEmptyProperties(choices: PromptProperty[], properties: JsonObject): PromptProperty[] {
  return choices.filter((property) => textOf(properties[property]).trim() !== '');
}

export const singlePromptExample: RuleExample = {
  why: 'A voice widget says a text or plays a file, never both.',
  bad: {
    event: 'incomingCall',
    states: [{ name: 'welcome', type: 'say-play', properties: { say: '', loop: 1 }, transitions: [] }],
  },
  good: {
    event: 'incomingCall',
    states: [{ name: 'welcome', type: 'say-play', properties: { say: 'Welcome', loop: 1 }, transitions: [] }],
  },
};
