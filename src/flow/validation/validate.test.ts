/** What `validate` finds, and where: schema faults, one case for each rule, and anything that JSON can be. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyDefinition, type State } from '../definition.ts';
import type { Json } from '../json/json.ts';
import { widgetTypes } from '../widgets/widget-types.ts';
import { type Finding, isValid } from './finding.ts';
import { createMemoizedValidate, validate } from './validate.ts';

/** A definition whose trigger leads to the first of `states`. They stand from index 1 on. */
function flowOf(...states: unknown[]) {
  const first = states[0] as State;
  return {
    ...emptyDefinition(),
    states: [
      { name: 'Trigger', type: 'trigger', transitions: [{ event: 'incomingCall', next: first.name }] },
      ...states,
    ],
  };
}

/** `changes` are laid over the example of the type; its transitions lead nowhere. */
function widget(type: keyof typeof widgetTypes, properties: object = {}, changes: object = {}) {
  const { example } = widgetTypes[type];
  const transitions = example.transitions?.map(({ next: _, ...rest }) => rest);
  return { ...example, transitions, properties: { ...example.properties, ...properties }, ...changes };
}

const shown = ({ severity, code, message, property_path }: Finding) =>
  `${severity} ${code} ${property_path} ${message}`;

/** The findings as lines. */
const found = (definition: unknown) => validate(definition).map(shown);

describe('a sound definition', () => {
  it('gives no finding', () => {
    expect(validate(emptyDefinition())).toEqual([]);
    expect(found(flowOf(widget('send-message')))).toEqual([]);
  });

  it.each(Object.values(widgetTypes))('has the example of $type', ({ type }) => {
    if (type === 'trigger') return expect(found(emptyDefinition())).toEqual([]);
    expect(found(flowOf(widget(type)))).toEqual([]);
  });

  it.each(Object.values(widgetTypes))('has $type as the palette adds it, once it is filled in', (type) => {
    const added = { ...widget(type.type), properties: type.defaults };
    const blank = [
      'message-body',
      'required-text',
      'subflow-sid',
      'one-sound',
      'queue-present',
      'unique-name',
    ];
    const left = validate(flowOf(added)).filter(({ code }) => !blank.includes(code));
    expect(left).toEqual([]);
  });

  it('may carry numbers as text, text as numbers, and what is filled in later', () => {
    const variants = [
      widget('send-and-wait-for-reply', { timeout: 600 }),
      widget('send-and-wait-for-reply', { timeout: '{{flow.variables.wait}}' }),
      widget('gather-input-on-call', { timeout: '5', number_of_digits: '1' }),
      widget('send-to-agentdesk', { workflow: 'WW', timeout: 3600, priority: 1 }),
      widget('run-subflow', { flow_sid: '${' + 'subflow_sid}' }),
      widget('run-subflow', { flow_sid: 'YOUR_FLOW_SID' }),
      widget('make-http-request', { url: 'FILL_WITH_CUSTOM_CALLBACK_URL' }),
      widget('run-function', { url: '' }),
    ];
    for (const variant of variants) expect(found(flowOf(variant))).toEqual([]);
  });

  it('may end a branch with an empty next, null, or none', () => {
    const transitions = [
      { event: 'sent', next: null },
      { event: 'failed', next: '' },
    ];
    expect(found(flowOf(widget('send-message', {}, { transitions })))).toEqual([]);
  });

  it('may spell two types the other way', () => {
    expect(found(flowOf(widget('send-to-agentdesk', {}, { type: 'send-to-flex' })))).toEqual([]);
    expect(found(flowOf(widget('add-markup-redirect', {}, { type: 'add-twiml-redirect' })))).toEqual([]);
  });
});

describe('faults that schemas find', () => {
  it.each<[string, unknown, string]>([
    ['null', null, 'error wrong-type # must not be null'],
    ['an array', [], 'error wrong-type # array found, object expected'],
    ['a text', 'flow', 'error wrong-type # string found, object expected'],
  ])('%s is no definition', (_, definition, line) => {
    expect(found(definition)).toEqual([line]);
  });

  it('tells every key that is missing', () => {
    expect(found({})).toEqual([
      'error missing #/description is missing but it is required',
      'error missing #/states is missing but it is required',
      'error missing #/initial_state is missing but it is required',
    ]);
  });

  it('refuses no states and more than 1,000', () => {
    expect(found({ ...emptyDefinition(), states: [] })).toContain(
      'error out-of-range #/states there must be a minimum of 1 items in the array',
    );
    const many = Array.from({ length: 1001 }, (_, index) => ({
      ...emptyDefinition().states[0],
      name: `T${index}`,
    }));
    expect(found({ ...emptyDefinition(), states: many, initial_state: 'T0' })).toContain(
      'error out-of-range #/states there must be a maximum of 1000 items in the array',
    );
  });

  it('refuses a type outside the 28 at its place', () => {
    const [line] = found(flowOf({ name: 'end', type: 'hang-up', transitions: [], properties: {} }));
    expect(line).toMatch(
      /^error unknown-type #\/states\/1\/type does not have a value in the enumeration \[/,
    );
  });

  it('refuses an event that the type does not have at its place', () => {
    const transitions = [{ event: 'sent' }, { event: 'delivered' }];
    expect(found(flowOf(widget('send-message', {}, { transitions })))).toEqual([
      'error not-allowed #/states/1/transitions/1/event does not have a value in the enumeration [sent, failed]',
    ]);
  });

  it('refuses a match without conditions, and conditions with missing keys', () => {
    const transitions = [
      { event: 'match' },
      { event: 'match', conditions: [] },
      { event: 'match', conditions: [{ type: 'like' }] },
    ];
    const lines = found(flowOf(widget('split-based-on', {}, { transitions })));
    const at = '#/states/1/transitions';
    expect(lines).toContain(`error missing ${at}/0/conditions is missing but it is required`);
    expect(lines).toContain(
      `error out-of-range ${at}/1/conditions there must be a minimum of 1 items in the array`,
    );
    for (const key of ['friendly_name', 'arguments', 'value']) {
      expect(lines).toContain(`error missing ${at}/2/conditions/0/${key} is missing but it is required`);
    }
    expect(lines.join()).toContain(
      `error not-allowed ${at}/2/conditions/0/type does not have a value in the`,
    );
  });

  it.each<[keyof typeof widgetTypes, object, string]>([
    ['send-message', { body: 5 }, 'wrong-type #/states/1/properties/body integer found, string expected'],
    ['send-message', { body: null }, 'wrong-type #/states/1/properties/body must not be null'],
    [
      'send-and-wait-for-reply',
      { timeout: 'soon' },
      'wrong-form #/states/1/properties/timeout must be a number',
    ],
    ['say-play', { loop: 100 }, 'out-of-range #/states/1/properties/loop must have a maximum value of 99'],
    ['say-play', { loop: 1.5 }, 'wrong-type #/states/1/properties/loop number found, integer expected'],
    [
      'gather-input-on-call',
      { profanity_filter: true },
      'wrong-type #/states/1/properties/profanity_filter boolean found, string expected',
    ],
    [
      'connect-call-to',
      { record: 'yes' },
      'wrong-type #/states/1/properties/record string found, boolean expected',
    ],
    [
      'connect-call-to',
      { noun: 'fax' },
      'not-allowed #/states/1/properties/noun does not have a value in the enumeration [number, number-multi, client, conference, sim, sip]',
    ],
    [
      'capture-payments',
      { timeout: 31 },
      'out-of-range #/states/1/properties/timeout must have a maximum value of 30',
    ],
    [
      'capture-payments',
      { timeout: '5' },
      'wrong-type #/states/1/properties/timeout string found, integer expected',
    ],
    [
      'set-variables',
      { variables: [{ key: 'a' }] },
      'missing #/states/1/properties/variables/0/value is missing but it is required',
    ],
  ])('%s with %j', (type, properties, line) => {
    expect(found(flowOf(widget(type, properties)))).toEqual([`error ${line}`]);
  });
});

describe('faults that rules find', () => {
  const sent = (name: string, ...nexts: string[]) =>
    widget('send-message', {}, { name, transitions: nexts.map((next) => ({ event: 'sent', next })) });
  const split = (transitions: object[], properties = {}) =>
    widget('split-based-on', properties, { transitions });

  it.each<[string, unknown, string]>([
    [
      'initial-state',
      { ...emptyDefinition(), initial_state: 'Start' },
      'error #/initial_state must match a widget name',
    ],
    ['unique-name', flowOf(sent('a'), sent('a')), 'error #/states/2/name must be unique: “a” is taken'],
    ['next-widget', flowOf(sent('a', 'b')), 'error #/states/1/transitions/0/next must match a widget name'],
    [
      'trigger-present',
      { ...emptyDefinition(), states: [sent('a')], initial_state: 'a' },
      'error #/states must contain a trigger widget',
    ],
    [
      'trigger-present',
      { ...flowOf(sent('a')), initial_state: 'a' },
      'error #/initial_state must be the name of the trigger widget',
    ],
    [
      'older-format',
      flowOf({ name: 'a', type: 'Branch', transitions: [], properties: {} }),
      'error # is an export of the format before version 2, which cannot be read',
    ],
    [
      'message-body',
      flowOf(widget('send-message', { body: ' ', media_url: '' })),
      'error #/states/1/properties/body Message body is required',
    ],
    [
      'required-text',
      flowOf(split([{ event: 'noMatch' }], { input: '' })),
      'error #/states/1/properties/input Variable to test is required',
    ],
    [
      'required-text',
      flowOf(widget('make-http-request', { url: ' ' })),
      'error #/states/1/properties/url URL is required',
    ],
    [
      'subflow-sid',
      flowOf(widget('run-subflow', { flow_sid: '{{flow.variables.sid}}' })),
      'error #/states/1/properties/flow_sid must be a valid, non-liquid flow sid',
    ],
    [
      'subflow-revision',
      flowOf(widget('run-subflow', { flow_revision: 'newest' })),
      'warning #/states/1/properties/flow_revision should be LatestPublished or the number of a revision',
    ],
    [
      'one-sound',
      flowOf(widget('say-play', { say: '' })),
      'warning #/states/1/properties/say Nothing is said or played here',
    ],
    [
      'one-sound',
      flowOf(widget('say-play', { digits: '1' })),
      'warning #/states/1/properties/digits “say” is filled in as well: only one of them is heard',
    ],
    [
      'queue-present',
      flowOf(widget('enqueue-call', { workflow_sid: '' })),
      'warning #/states/1/properties/queue_name A queue or a workflow is needed',
    ],
    [
      'repeated-event',
      flowOf(sent('a', '', '')),
      'warning #/states/1/transitions/1 is a second transition for “sent”: only the first is taken',
    ],
    [
      'idle-conditions',
      flowOf(
        widget(
          'send-message',
          {},
          {
            transitions: [
              {
                event: 'sent',
                conditions: widgetTypes['split-based-on'].example.transitions?.[1]?.conditions,
              },
            ],
          },
        ),
      ),
      'warning #/states/1/transitions/0/conditions is not read here: only a match of a split has conditions',
    ],
    [
      'widget-name',
      flowOf(sent('a b')),
      'warning #/states/1/name should begin with a letter and have only letters, digits, _ and -',
    ],
    [
      'unknown-key',
      flowOf(widget('send-message', { colour: 'red' })),
      'warning #/states/1/properties/colour “colour” is not known here and is not used',
    ],
    [
      'unknown-key',
      { ...emptyDefinition(), tags: [] },
      'warning #/tags “tags” is not known here and is not used',
    ],
    [
      'unreachable',
      flowOf(sent('a'), sent('b')),
      'warning #/states/2 “b” cannot be reached from the trigger',
    ],
    [
      'dead-end',
      flowOf(
        widget(
          'send-and-wait-for-reply',
          {},
          { name: 'a', transitions: [{ event: 'incomingMessage', next: 'a' }, { event: 'timeout' }] },
        ),
      ),
      'warning #/states/1/transitions/1 “No reply” leads nowhere; the execution ends there',
    ],
    [
      'endless-loop',
      flowOf(sent('a', 'b'), sent('b', 'a')),
      'warning #/states/2 is part of a loop that never waits for the contact',
    ],
  ])('%s', (rule, definition, line) => {
    const lines = validate(definition)
      .filter(({ code }) => code === rule)
      .map(({ severity, property_path, message }) => `${severity} ${property_path} ${message}`);
    expect(lines).toContain(line);
  });

  it('template-mistake says where in the text', () => {
    const [finding, ...others] = validate(flowOf(widget('send-message', { body: 'Hi {{flow.data.name' })));
    expect(others).toEqual([]);
    expect(finding).toMatchObject({
      severity: 'warning',
      code: 'template-mistake',
      property_path: '#/states/1/properties/body',
      message: expect.stringContaining('character 4'),
    });
  });

  it('lets a message without text go out when it has media or a content template', () => {
    const codes = (properties: object) =>
      validate(flowOf(widget('send-message', { body: '', media_url: '', ...properties }))).map(
        ({ code }) => code,
      );
    expect(codes({})).toContain('message-body');
    expect(codes({ media_url: 'https://clinic.example/map.png' })).toEqual([]);
    expect(codes({ message_type: 'content_template', content_sid: 'HX1' })).toEqual([]);
  });

  it('does not warn of a loop that compares or waits', () => {
    const waiting = widget(
      'send-and-wait-for-reply',
      {},
      { name: 'b', transitions: [{ event: 'timeout', next: 'a' }] },
    );
    expect(validate(flowOf(sent('a', 'b'), waiting))).toEqual([]);
  });
});

describe('anything else', () => {
  it('never throws, and whatever is no definition has an error', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(isValid(validate(value))).toBe(false);
      }),
    );
  });

  it('never throws for junk in the places of a definition', () => {
    const junk = fc.jsonValue({ maxDepth: 2 });
    const transition = fc.oneof(
      junk,
      fc.record({ event: junk, next: junk, conditions: junk }, { requiredKeys: [] }),
    );
    const state = fc.record(
      {
        name: fc.oneof(fc.constantFrom('Trigger', 'a', '__proto__'), junk),
        type: fc.oneof(fc.constantFrom(...Object.keys(widgetTypes), 'constructor'), junk),
        transitions: fc.oneof(fc.array(transition), junk),
        properties: fc.oneof(fc.dictionary(fc.string(), junk), junk),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(state, junk)), junk, (states, rest) => {
        const definition = { description: rest, initial_state: 'Trigger', states };
        for (const { property_path, message } of validate(definition)) {
          expect(property_path).toMatch(/^#/);
          expect(message).not.toMatch(/undefined|\[object/);
        }
      }),
    );
  });

  it('survives values that are nested deeper than a stack', () => {
    let deep: Json = '{{x';
    for (let depth = 0; depth < 100_000; depth += 1) deep = [deep];
    expect(isValid(validate(flowOf(widget('send-message', { extra: deep }))))).toBe(true);
  });
});

describe('remembering', () => {
  it('finds the same as validate while states are replaced, moved and taken out', () => {
    const remembering = createMemoizedValidate();
    const faulty = widget('say-play', { loop: 0, say: 5 });
    const other = widget('send-message', { body: 1 }, { name: 'other' });
    for (const states of [
      [faulty],
      [other, faulty],
      [faulty, other],
      [{ ...faulty, name: 'x' }, other],
      [other],
    ]) {
      expect(remembering(flowOf(...states))).toEqual(validate(flowOf(...states)));
    }
  });
});
