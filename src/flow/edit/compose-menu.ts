/** Edit command: a menu by telephone: a greeting, what each key or word does, and the way for another key or none. */

import type { FlowDefinition } from '../definition.ts';
import {
  type Composed,
  type Composition,
  type CompositionPlace,
  compose,
  type Part,
  type PartCord,
  topicOf,
} from './compose.ts';
import { matchKey } from './compose-ask.ts';
import { asWidgetName } from './rename-widget.ts';

/** What a key does. `value` is a queue, a number or a sentence; '' where nothing is typed yet. */
export type KeyAction = 'queue' | 'number' | 'say' | 'open';

export type MenuKey = { word: string; action: KeyAction; value: string };

/** The menu once more, a message on tape, nothing (the outlet stays free), or on to a widget of the flow. */
export type MenuElsewise =
  | { kind: 'again' }
  | { kind: 'voicemail' }
  | { kind: 'open' }
  | { kind: 'goTo'; widget: string };

export type MenuForm = {
  greeting: string;
  /** Language of speech and recognition, such as en-US. */
  language: string;
  /** The keys 1, 2 and so on. */
  keys: readonly MenuKey[];
  anotherKey: MenuElsewise;
  noKey: MenuElsewise;
  /** Seconds until no key counts as none. */
  timeout: number;
  names: Readonly<Record<string, string>>;
};

/** The widgets of the form with their names, as `composeMenu` makes them. Grows: n in answers. */
export function menuComposition(form: MenuForm): Composition {
  const { greeting, language, keys, timeout, names, anotherKey, noKey } = form;
  const named = (role: string, name: string) => names[role] ?? asWidgetName(name);
  const topic = topicOf(greeting, 'main');
  const words = keys.flatMap(({ word }) => (word.trim() === '' ? [] : [word.trim()]));
  const parts: Part[] = [
    {
      role: 'menu',
      name: named('menu', `menu_${topic}`),
      type: 'gather-input-on-call',
      row: 0,
      properties: {
        say: greeting,
        language,
        timeout,
        number_of_digits: 1,
        gather_language: language,
        ...(words.length > 0 && { hints: words.join(', ') }),
      },
    },
    { role: 'key', name: named('key', `key_${topic}`), type: 'split-based-on', row: 1, properties: {} },
  ];
  const cords: PartCord[] = [
    { from: 'menu', outlet: 'keypress', to: 'key' },
    { from: 'menu', outlet: 'speech', to: 'key' },
  ];
  const elsewise = (from: string, outlet: string, way: MenuElsewise) => {
    if (way.kind === 'again') cords.push({ from, outlet, to: 'menu' });
    if (way.kind === 'goTo') cords.push({ from, outlet, existing: way.widget });
    if (way.kind !== 'voicemail') return;
    if (!parts.some(({ role }) => role === 'voicemail'))
      parts.push({
        role: 'voicemail',
        name: named('voicemail', 'no_key'),
        type: 'record-voicemail',
        row: 1,
        properties: { max_length: 120 },
      });
    cords.push({ from, outlet, to: 'voicemail' });
  };
  elsewise('key', 'noMatch', anotherKey);
  elsewise('menu', 'timeout', noKey);
  keys.forEach((key, index) => {
    const part = partOf(key, `key${index}`, named, language);
    if (part === null) return;
    parts.push(part);
    cords.push({ from: 'key', outlet: matchKey(index), to: part.role });
    // A sentence is followed by the menu.
    if (key.action === 'say') cords.push({ from: part.role, outlet: 'audioComplete', to: 'menu' });
  });
  return {
    parts,
    branches: keys.map(({ word }, index) => ({
      part: 'key',
      type: word.trim() === '' ? 'equal_to' : 'matches_any_of',
      value: [String(index + 1), word.trim()].filter(Boolean).join(', '),
    })),
    cords,
    goesOn: null,
  };
}

function partOf(
  { word, action, value }: MenuKey,
  role: string,
  named: (role: string, name: string) => string,
  language: string,
): Part | null {
  const about = word.trim() === '' ? role.replace('key', 'key_') : word;
  switch (action) {
    case 'queue':
      return {
        role,
        name: named(role, `to_${about}`),
        type: 'enqueue-call',
        row: 2,
        properties: { queue_name: value },
      };
    case 'number':
      return {
        role,
        name: named(role, `to_${about}`),
        type: 'connect-call-to',
        row: 2,
        properties: { noun: 'number', to: value },
      };
    case 'say':
      return {
        role,
        name: named(role, `say_${about}`),
        type: 'say-play',
        row: 2,
        properties: { say: value, language },
      };
    case 'open':
      return null;
  }
}

/** Adds the menu with all that follows it. The split tests the key, or what was said. Grows: n² in widgets. */
export function composeMenu(definition: FlowDefinition, form: MenuForm, place: CompositionPlace): Composed {
  return compose(definition, menuComposition(form), place, (names) => {
    const menu = `widgets.${names.get('menu') ?? ''}`;
    return `{{${menu}.Digits | default: ${menu}.SpeechResult}}`;
  });
}
