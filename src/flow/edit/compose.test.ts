/** A question or a menu with all that follows it, made in one step. */

import { describe, expect, it } from 'vitest';
import { emptyDefinition, type FlowDefinition, offsetOf } from '../definition.ts';
import { cordsOf } from '../graph.ts';
import { cardBoxes } from '../layout/clear-place.ts';
import { appointmentFlow, faults } from '../testing/test-flow.ts';
import { type Composed, topicOf } from './compose.ts';
import { type AskForm, composeAsk, furtherWords } from './compose-ask.ts';
import { composeMenu, type MenuForm } from './compose-menu.ts';

const question = 'Hello {{flow.data.name}}, can you come to your appointment? Please answer yes or no.';

const ask = (more: Partial<AskForm> = {}): AskForm => ({
  question,
  answers: [
    { words: ['yes', ...furtherWords('yes')], reply: 'See you there.' },
    { words: ['no'], reply: 'We will call you.' },
  ],
  anythingElse: { kind: 'again', text: 'Please answer yes or no.' },
  noReply: { kind: 'again', text: 'We still need your answer.' },
  timeout: 14_400,
  names: {},
  ...more,
});

const onMessage = { kind: 'outlet', from: { widget: 'Trigger', outlet: 'incomingMessage' } } as const;
const onCall = { kind: 'outlet', from: { widget: 'Trigger', outlet: 'incomingCall' } } as const;
const cords = (definition: FlowDefinition) =>
  cordsOf(definition).map(({ from, event, to }) => `${from} ${event} ${to}`);
const stateOf = ({ states }: FlowDefinition, name: string) => states.find((each) => each.name === name);

/** No new card covers another one, and all stand on the grid. */
function expectClear({ definition, names }: Composed): void {
  const added = new Set(names.values());
  const boxes = [...cardBoxes(definition)];
  const overlaps = boxes.flatMap(([a, one], index) =>
    boxes
      .slice(index + 1)
      .filter(
        ([b, other]) =>
          (added.has(a) || added.has(b)) &&
          one.x < other.x + other.width &&
          other.x < one.x + one.width &&
          one.y < other.y + other.height &&
          other.y < one.y + one.height,
      )
      .map(([b]) => `${a} ${b}`),
  );
  expect(overlaps).toEqual([]);
  const off = definition.states.filter((state) => {
    const { x, y } = offsetOf(state) ?? { x: 0, y: 0 };
    return x % 20 !== 0 || y % 20 !== 0;
  });
  expect(off.map(({ name }) => name)).toEqual([]);
}

describe('a question with its answers', () => {
  const { definition, names } = composeAsk(emptyDefinition(), ask(), onMessage);

  it('is ordinary widgets, named by the text and connected', () => {
    expect([...names.values()]).toEqual([
      'ask_appointment',
      'answer_appointment',
      'remind_appointment',
      'ask_again',
      'said_yes',
      'said_no',
    ]);
    expect(new Set(cords(definition))).toEqual(
      new Set([
        'Trigger incomingMessage ask_appointment',
        'ask_appointment incomingMessage answer_appointment',
        'ask_appointment timeout remind_appointment',
        'remind_appointment incomingMessage answer_appointment',
        'answer_appointment noMatch ask_again',
        'ask_again incomingMessage answer_appointment',
        'answer_appointment match said_yes',
        'answer_appointment match said_no',
      ]),
    );
    expect(stateOf(definition, 'ask_appointment')?.properties).toMatchObject({
      body: question,
      timeout: '14400',
    });
    expect(faults(definition)).toEqual([]);
    expectClear({ definition, names });
  });

  it('tests the newest reply, and takes the words that people use for an answer', () => {
    const split = stateOf(definition, 'answer_appointment');
    const input =
      '{{widgets.ask_again.inbound.Body | default: widgets.remind_appointment.inbound.Body | default: widgets.ask_appointment.inbound.Body}}';
    expect(split?.properties?.input).toBe(input);
    const conditions = (split?.transitions ?? []).flatMap((each) => each.conditions ?? []);
    expect(conditions).toMatchObject([
      { type: 'matches_any_of', value: 'yes, y, ok, sure', arguments: [input] },
      { type: 'equal_to', value: 'no', arguments: [input] },
    ]);
    expect(furtherWords('Nein')).toEqual(['n', 'nicht']);
    expect(furtherWords('yes, yep')).toEqual([]);
  });

  it('leaves outlets free, or leads on to a widget of the flow, and keeps names that were changed', () => {
    const open = ask({
      anythingElse: { kind: 'goTo', widget: 'ask' },
      noReply: { kind: 'open' },
      names: { ask: 'first question' },
      answers: [{ words: ['yes'], reply: ' ' }],
    });
    const made = composeAsk(appointmentFlow(), open, { kind: 'point', at: { x: 0, y: 0 }, from: null });
    expect([...made.names.values()]).toEqual(['first_question', 'answer_appointment']);
    expect(cords(made.definition)).toContain('answer_appointment noMatch ask');
    expectClear(made);
  });

  it('gives names that nobody has, and hands on what followed the outlet', () => {
    const again = composeAsk(definition, ask(), onMessage);
    expect(again.names.get('ask')).toBe('ask_appointment_2');
    expect(cords(again.definition)).toContain('said_yes_2 sent ask_appointment');
    expect(stateOf(again.definition, 'answer_appointment_2')?.properties?.input).toContain('ask_again_2');
    expect(faults(again.definition)).toEqual([]);
    expectClear(again);
  });
});

describe('a menu by telephone', () => {
  const menu = (more: Partial<MenuForm> = {}): MenuForm => ({
    greeting: 'Welcome to the Larkfield clinics. For appointments press 1.',
    language: 'en-US',
    keys: [
      { word: 'appointments', action: 'queue', value: 'front_desk' },
      { word: 'prescriptions', action: 'number', value: '+15550100' },
      { word: 'opening hours', action: 'say', value: 'Monday to Friday.' },
      { word: '', action: 'open', value: '' },
    ],
    anotherKey: { kind: 'again' },
    noKey: { kind: 'voicemail' },
    timeout: 6,
    names: {},
    ...more,
  });

  it('is a greeting, a split by key or word, and what each key does', () => {
    const { definition, names } = composeMenu(emptyDefinition(), menu(), onCall);
    expect([...names.values()]).toEqual([
      'menu_larkfield',
      'key_larkfield',
      'no_key',
      'to_appointments',
      'to_prescriptions',
      'say_opening_hours',
    ]);
    expect(new Set(cords(definition))).toEqual(
      new Set([
        'Trigger incomingCall menu_larkfield',
        'menu_larkfield keypress key_larkfield',
        'menu_larkfield speech key_larkfield',
        'menu_larkfield timeout no_key',
        'key_larkfield noMatch menu_larkfield',
        'key_larkfield match to_appointments',
        'key_larkfield match to_prescriptions',
        'key_larkfield match say_opening_hours',
        'say_opening_hours audioComplete menu_larkfield',
      ]),
    );
    const split = stateOf(definition, 'key_larkfield');
    expect(split?.properties?.input).toBe(
      '{{widgets.menu_larkfield.Digits | default: widgets.menu_larkfield.SpeechResult}}',
    );
    expect((split?.transitions ?? []).flatMap((each) => each.conditions?.[0]?.value ?? [])).toEqual([
      '1, appointments',
      '2, prescriptions',
      '3, opening hours',
      '4',
    ]);
    expect(faults(definition)).toEqual([]);
    expectClear({ definition, names });
  });

  it('can say the menu again where no key comes', () => {
    const form = menu({ noKey: { kind: 'again' }, anotherKey: { kind: 'open' } });
    const { definition } = composeMenu(emptyDefinition(), form, onCall);
    expect(cords(definition)).toContain('menu_larkfield timeout menu_larkfield');
    expect(cords(definition).some((each) => each.includes('noMatch'))).toBe(false);
    expect(faults(definition)).toEqual([]);
  });
});

it.each([
  ['Guten Tag {{name}}, passt Ihnen der Termin am Montag? Bitte antworten Sie mit ja oder nein.', 'termin'],
  ['Will you come?', 'come'],
  ['???', 'question'],
])('names a text by its topic: %s', (text, topic) => {
  expect(topicOf(text, 'question')).toBe(topic);
});
