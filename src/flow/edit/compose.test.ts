/** A question or a menu with all that follows it, made in one step. */

import { describe, expect, it } from 'vitest';
import { emptyDefinition, type FlowDefinition, offsetOf } from '../definition.ts';
import { cordsOf } from '../graph.ts';
import { cardBoxes } from '../layout/clear-place.ts';
import { appointmentFlow, faults, nextOf } from '../testing/test-flow.ts';
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

const typesOf = ({ states }: FlowDefinition) =>
  Object.fromEntries(states.map(({ name, type }) => [name, type]));
const placesOf = ({ states }: FlowDefinition) =>
  states.map((state) => `${state.name} ${offsetOf(state)?.x} ${offsetOf(state)?.y}`);
/** Those of the properties that are there, by widget. */
const propertiesOf = ({ states }: FlowDefinition, keys: readonly string[]) =>
  Object.fromEntries(
    states.map(({ name, properties }) => [
      name,
      Object.fromEntries(Object.entries(properties ?? {}).filter(([key]) => keys.includes(key))),
    ]),
  );

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
  const composed = () => composeAsk(emptyDefinition(), ask(), onMessage);

  it('is ordinary widgets, named by the text and connected', () => {
    const { definition, names } = composed();
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
    expect(typesOf(definition)).toEqual({
      Trigger: 'trigger',
      ask_appointment: 'send-and-wait-for-reply',
      answer_appointment: 'split-based-on',
      remind_appointment: 'send-and-wait-for-reply',
      ask_again: 'send-and-wait-for-reply',
      said_yes: 'send-message',
      said_no: 'send-message',
    });
    expect(propertiesOf(definition, ['body', 'timeout'])).toEqual({
      Trigger: {},
      ask_appointment: { body: question, timeout: '14400' },
      answer_appointment: {},
      remind_appointment: { body: 'We still need your answer.', timeout: '14400' },
      ask_again: { body: 'Please answer yes or no.', timeout: '14400' },
      said_yes: { body: 'See you there.' },
      said_no: { body: 'We will call you.' },
    });
    expect(placesOf(definition)).toEqual([
      'Trigger 0 0',
      'ask_appointment 80 160',
      'answer_appointment -60 360',
      'remind_appointment 240 360',
      'ask_again -220 560',
      'said_yes 80 560',
      'said_no 380 560',
    ]);
    expect(faults(definition)).toEqual([]);
    expectClear({ definition, names });
  });

  it('tests the newest reply, and takes the words that people use for an answer', () => {
    const split = stateOf(composed().definition, 'answer_appointment');
    const input =
      '{{widgets.ask_again.inbound.Body | default: widgets.remind_appointment.inbound.Body | default: widgets.ask_appointment.inbound.Body}}';
    expect(split?.properties?.input).toBe(input);
    const conditions = (split?.transitions ?? []).flatMap((each) => each.conditions ?? []);
    expect(conditions).toMatchObject([
      { type: 'matches_any_of', value: 'yes, y, ok, sure', arguments: [input] },
      { type: 'equal_to', value: 'no', arguments: [input] },
    ]);
    expect(conditions.map((each) => each.friendly_name)).toEqual([
      'If value matches_any_of yes, y, ok, sure',
      'If value equal_to no',
    ]);
  });

  it.each([
    ['Yes', ['y', 'ok', 'sure']],
    ['no', ['n', 'not']],
    ['ja', ['j', 'ok', 'gern', 'gerne']],
    ['Nein', ['n', 'nicht']],
    ['maybe', []],
    ['yes, yep', []],
    ['', []],
  ])('takes for %j what people also say', (answer, words) => {
    expect(furtherWords(answer)).toEqual(words);
  });

  it('leaves out answers without words, and asks nothing again where it need not', () => {
    const form = ask({
      answers: [
        { words: [], reply: 'Never.' },
        { words: ['no'], reply: ' ' },
        { words: ['yes'], reply: 'Fine.' },
      ],
      anythingElse: { kind: 'open' },
      noReply: { kind: 'goTo', widget: 'thank' },
      question: 'Will you come?',
    });
    const { definition, names } = composeAsk(appointmentFlow(), form, {
      kind: 'outlet',
      from: { widget: 'greet', outlet: 'sent' },
    });
    expect([...names]).toEqual([
      ['ask', 'ask_come'],
      ['split', 'answer_come'],
      ['said1', 'said_yes'],
    ]);
    expect(cords(definition).filter((each) => /come|yes/.test(each))).toEqual([
      'greet sent ask_come',
      'ask_come incomingMessage answer_come',
      'ask_come timeout thank',
      'answer_come match ask',
      'answer_come match said_yes',
    ]);
    expect(nextOf(definition, 'greet', 'sent')).toBe('ask_come');
    expect(stateOf(definition, 'answer_come')?.properties?.input).toBe('{{widgets.ask_come.inbound.Body}}');
    expect(stateOf(definition, 'answer_come')?.transitions?.map((each) => each.next ?? null)).toEqual([
      null,
      'ask',
      'said_yes',
    ]);
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
    const again = composeAsk(composed().definition, ask(), onMessage);
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

  const menuKeys = [
    'say',
    'language',
    'timeout',
    'number_of_digits',
    'gather_language',
    'hints',
    'max_length',
  ].concat(...['queue_name', 'noun', 'to']);

  it('numbers what has no word, records both, and leads on to widgets of the flow', () => {
    const form = menu({
      greeting: '',
      keys: [
        { word: ' ', action: 'queue', value: 'desk' },
        { word: ' sales ', action: 'number', value: '' },
        { word: '', action: 'say', value: 'Hello.' },
      ],
      anotherKey: { kind: 'voicemail' },
      names: { menu: 'first menu', key2: 'hello' },
    });
    const { definition, names } = composeMenu(appointmentFlow(), form, onCall);
    expect([...names]).toEqual([
      ['menu', 'first_menu'],
      ['key', 'key_main'],
      ['voicemail', 'no_key'],
      ['key0', 'to_key_0'],
      ['key1', 'to_sales'],
      ['key2', 'hello'],
    ]);
    expect(cords(definition).filter((each) => /no_key/.test(each))).toEqual([
      'first_menu timeout no_key',
      'key_main noMatch no_key',
    ]);
    expect(stateOf(definition, 'first_menu')?.properties?.hints).toBe('sales');
    const open = menu({
      keys: [],
      anotherKey: { kind: 'goTo', widget: 'thank' },
      noKey: { kind: 'goTo', widget: 'ask' },
    });
    const made = composeMenu(appointmentFlow(), open, { kind: 'point', at: { x: 400, y: 0 }, from: null });
    expect(cords(made.definition).filter((each) => /larkfield/.test(each))).toEqual([
      'menu_larkfield keypress key_larkfield',
      'menu_larkfield speech key_larkfield',
      'menu_larkfield timeout ask',
      'key_larkfield noMatch thank',
    ]);
    expect(stateOf(made.definition, 'menu_larkfield')?.properties).not.toHaveProperty('hints');
    expectClear(made);
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
    expect(propertiesOf(definition, menuKeys)).toEqual({
      Trigger: {},
      menu_larkfield: {
        say: 'Welcome to the Larkfield clinics. For appointments press 1.',
        ...{ language: 'en-US', gather_language: 'en-US', timeout: 6, number_of_digits: 1 },
        hints: 'appointments, prescriptions, opening hours',
      },
      key_larkfield: {},
      no_key: { max_length: 120, timeout: 5 },
      to_appointments: { queue_name: 'front_desk' },
      to_prescriptions: { noun: 'number', to: '+15550100', timeout: 30 },
      say_opening_hours: { say: 'Monday to Friday.', language: 'en-US' },
    });
    expect(typesOf(definition)).toEqual({
      Trigger: 'trigger',
      menu_larkfield: 'gather-input-on-call',
      key_larkfield: 'split-based-on',
      no_key: 'record-voicemail',
      to_appointments: 'enqueue-call',
      to_prescriptions: 'connect-call-to',
      say_opening_hours: 'say-play',
    });
    expect(placesOf(definition)).toEqual([
      'Trigger 0 0',
      'menu_larkfield -60 160',
      'key_larkfield -240 360',
      'no_key 140 360',
      'to_appointments -360 560',
      'to_prescriptions -60 560',
      'say_opening_hours 240 560',
    ]);
    const split = stateOf(definition, 'key_larkfield');
    expect(split?.transitions?.map((each) => each.conditions?.[0]?.type)).toEqual([
      ...[undefined, 'matches_any_of', 'matches_any_of', 'matches_any_of', 'equal_to'],
    ]);
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
