/** `validate`: the sentence and place of each schema violation and rule, and arbitrary JSON as input. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyDefinition, type State } from '../definition.ts';
import type { Json } from '../json/json.ts';
import { widgetTypes } from '../widgets/widget-types.ts';
import { type Finding, isValid } from './finding.ts';
import { createMemoizedValidate, maxFindings, validate, validateErrors } from './validate.ts';

const triggerEvents = ['incomingCall', 'incomingMessage', 'incomingRequest', 'incomingParent'];

/** A definition whose trigger leads to the first of `states`, by every event. They stand from index 1 on. */
function flowOf(...states: unknown[]) {
  const first = states[0] as State;
  return {
    ...emptyDefinition(),
    states: [
      {
        name: 'Trigger',
        type: 'trigger',
        transitions: triggerEvents.map((event) => ({ event, next: first.name })),
      },
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

/** What is said of a widget for its type, or because widgets that set and read its variables are left out. */
const ofOthers = ['unset-variable', 'unused-variable', 'deprecated-type'];

/** The findings, without those. */
const findingsOf = (definition: unknown) =>
  validate(definition).filter(({ code }) => !ofOthers.includes(code));

/** The same as lines. */
const found = (definition: unknown) => findingsOf(definition).map(shown);

describe('a valid definition', () => {
  it('has no findings', () => {
    expect(validate(emptyDefinition())).toEqual([]);
    expect(found(flowOf(widget('send-message')))).toEqual([]);
  });

  it.each(Object.values(widgetTypes))('contains the example of $type', ({ type }) => {
    if (type === 'trigger') return expect(found(emptyDefinition())).toEqual([]);
    expect(found(flowOf(widget(type)))).toEqual([]);
  });

  it.each(Object.values(widgetTypes))('has $type as the palette adds it, once it is filled in', (type) => {
    const added = { ...widget(type.type), properties: type.defaults };
    const blank = ['required-field', 'incomplete', 'unique-name'];
    const left = findingsOf(flowOf(added)).filter(({ code }) => !blank.includes(code));
    expect(left).toEqual([]);
  });

  it('may carry numbers as text, text as numbers, and what is filled in later', () => {
    const variants = [
      widget('send-and-wait-for-reply', { timeout: 600 }),
      widget('send-and-wait-for-reply', { timeout: '{{flow.variables.wait}}' }),
      widget('gather-input-on-call', { timeout: '{{flow.data.wait}}' }),
      widget('send-to-agentdesk', { workflow: 'WW', timeout: 3600, priority: 1 }),
      widget('run-subflow', { flow_sid: '${' + 'subflow_sid}' }),
      widget('run-subflow', { flow_sid: 'YOUR_FLOW_SID' }),
      widget('make-http-request', { url: 'FILL_WITH_CUSTOM_CALLBACK_URL' }),
      widget('connect-call-to', { to: '+1XXXYYYZZZZ' }),
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

describe('schema violations', () => {
  it.each<[string, unknown, string]>([
    ['null', null, 'error wrong-type # The flow definition must not be null.'],
    ['an array', [], 'error wrong-type # The flow definition must be an object, not a list.'],
    ['a text', 'flow', "error wrong-type # The flow definition must be an object, not the text 'flow'."],
  ])('%s is not a definition', (_, definition, line) => {
    expect(found(definition)).toEqual([line]);
  });

  it('report every missing key', () => {
    expect(found({})).toEqual([
      'error missing #/description Description is required.',
      'error missing #/states The list of widgets is required.',
      'error missing #/initial_state Initial state is required.',
    ]);
  });

  it('limit states to 1 to 1,000', () => {
    expect(found({ ...emptyDefinition(), states: [] })).toContain(
      'error out-of-range #/states A flow must have at least 1 widget.',
    );
    const many = Array.from({ length: 1001 }, (_, index) => ({
      ...emptyDefinition().states[0],
      name: `T${index}`,
    }));
    const flow = { ...emptyDefinition(), initial_state: 'T0' };
    expect(found({ ...flow, states: many })).toEqual([
      'error out-of-range #/states A flow must have at most 1000 widgets.',
    ]);
    expect(findingsOf({ ...flow, states: many.slice(0, -1) }).at(-1)?.code).toBe('unreachable');
  });

  it('reject a type outside the 28 and suggest another version of it', () => {
    const of = (type: string) => found(flowOf({ name: 'end', type, transitions: [], properties: {} }));
    expect(of('hang-up')).toEqual([
      "error unknown-type #/states/1/type Widget type 'hang-up' is not supported. Replace the widget with a supported type, or remove it.",
    ]);
    expect(of('record-call-v9')).toEqual([
      "error unknown-type #/states/1/type Widget type 'record-call-v9' is not supported. Use 'record-call' instead, or remove the widget.",
    ]);
    expect(of('make-outgoing-call-v12').join()).toContain("Use 'make-outgoing-call-v1' instead");
    expect(of('record-v9-call').join()).toContain('Replace the widget');
  });

  it('are those of each state, whatever it is, and stand in the order of the states', () => {
    const states = [
      5,
      { name: 'a', type: 7, transitions: [], properties: {} },
      widget('send-message', { body: 5 }),
      null,
    ];
    expect(
      found({ ...emptyDefinition(), description: 1, states: [...emptyDefinition().states, ...states] }),
    ).toEqual([
      'error wrong-type #/description Description must be text, not 1.',
      'error wrong-type #/states/1 Widget 2 must be an object, not 5.',
      "error wrong-type #/states/2/type Type of widget 'a' must be text, not 7.",
      "warning unreachable #/states/2 Widget 'a' cannot be reached from the trigger.",
      'error wrong-type #/states/3/properties/body Message must be text, not 5.',
      "warning unreachable #/states/3 Widget 'thank_you' cannot be reached from the trigger.",
      'error wrong-type #/states/4 Widget 5 must not be null.',
    ]);
  });

  it('reject an event that the type does not have', () => {
    const transitions = [{ event: 'sent' }, { event: 'delivered' }];
    expect(found(flowOf(widget('send-message', {}, { transitions })))).toEqual([
      "error not-allowed #/states/1/transitions/1/event Widget 'thank_you' has no event 'delivered'. Its events are sent, failed.",
    ]);
  });

  it('reject a match without conditions, and conditions with missing keys', () => {
    const transitions = [
      { event: 'match' },
      { event: 'match', conditions: [] },
      { event: 'match', conditions: [{ type: 'like' }] },
    ];
    const lines = found(flowOf(widget('split-based-on', {}, { transitions })));
    const at = '#/states/1/transitions';
    expect(lines).toContain(
      `error missing ${at}/0/conditions Conditions of transition 1 of widget 'check_reply' are required.`,
    );
    expect(lines).toContain(
      `error out-of-range ${at}/1/conditions Conditions of transition 2 of widget 'check_reply' must have at least 1 entry.`,
    );
    const condition = "condition 1 of transition 3 of widget 'check_reply'";
    for (const [key, sentence] of [
      ['friendly_name', `Name of ${condition} is required.`],
      ['arguments', `Arguments of ${condition} are required.`],
      ['value', `Value of ${condition} is required.`],
    ]) {
      expect(lines).toContain(`error missing ${at}/2/conditions/0/${key} ${sentence}`);
    }
    expect(lines.join()).toContain(
      `error not-allowed ${at}/2/conditions/0/type Type of ${condition} cannot be 'like'. Choose one of equal_to, `,
    );
  });

  it.each<[keyof typeof widgetTypes, object, string]>([
    ['send-message', { body: 5 }, 'wrong-type #/states/1/properties/body Message must be text, not 5.'],
    ['send-message', { body: null }, 'wrong-type #/states/1/properties/body Message must not be null.'],
    [
      'send-and-wait-for-reply',
      { timeout: 'soon' },
      'wrong-format #/states/1/properties/timeout Wait for a reply must be a number.',
    ],
    ['say-play', { loop: 100 }, 'out-of-range #/states/1/properties/loop Times must be at most 99.'],
    [
      'say-play',
      { loop: 1.5 },
      'wrong-type #/states/1/properties/loop Times must be a whole number, not 1.5.',
    ],
    [
      'gather-input-on-call',
      { profanity_filter: true },
      'wrong-type #/states/1/properties/profanity_filter Filter profanity must be text, not true.',
    ],
    [
      'connect-call-to',
      { record: 'yes' },
      "wrong-type #/states/1/properties/record Record must be true or false, not the text 'yes'.",
    ],
    [
      'connect-call-to',
      { noun: 'fax' },
      "not-allowed #/states/1/properties/noun Connect with cannot be 'fax'. Choose one of number, number-multi, client, conference, sim, sip.",
    ],
    [
      'capture-payments',
      { timeout: 31 },
      'out-of-range #/states/1/properties/timeout Stop after silence must be at most 30.',
    ],
    [
      'capture-payments',
      { timeout: '5' },
      "wrong-type #/states/1/properties/timeout Stop after silence must be a whole number, not the text '5'.",
    ],
    [
      'say-play',
      { loop: '2' },
      "wrong-type #/states/1/properties/loop Times must be a whole number, not the text '2'.",
    ],
    [
      'gather-input-on-call',
      { timeout: '5' },
      "wrong-type #/states/1/properties/timeout Stop after silence must be a whole number, not the text '5'.",
    ],
    [
      'set-variables',
      { variables: [{ key: 'a' }] },
      'missing #/states/1/properties/variables/0/value Variables, entry 1: value is required.',
    ],
  ])('%s with %j', (type, properties, line) => {
    expect(found(flowOf(widget(type, properties)))).toEqual([`error ${line}`]);
  });
});

describe('$schema', () => {
  it.each([
    'https://flows.example/schemas/flow-definition',
    'http://127.0.0.1:4000/flows/schemas/flow-definition',
    'https://schemas.example/studio/draft/2019-09/flow-definition',
  ])('may be %s', ($schema) => {
    expect(found({ ...emptyDefinition(), $schema })).toEqual([]);
  });

  it.each([
    '',
    'flow-definition',
    'https://flows.example/flow-definition',
    'https://flows.example/schemas/flow-definition/2',
    'https://flows.example/other?/schemas/flow-definition',
    'ftp://flows.example/schemas/flow-definition',
    'http://json-schema.org/draft-07/schema#',
  ])('other than the documented URI is an error: %s', ($schema) => {
    expect(found({ ...emptyDefinition(), $schema })).toEqual([
      'error wrong-format #/$schema $schema must be the address of the flow-definition schema.',
    ]);
  });
});

describe('rule violations', () => {
  const sent = (name: string, ...nexts: string[]) =>
    widget('send-message', {}, { name, transitions: nexts.map((next) => ({ event: 'sent', next })) });
  const split = (transitions: object[], properties = {}) =>
    widget('split-based-on', properties, { transitions });

  it.each<[string, unknown, string]>([
    [
      'initial-state',
      { ...emptyDefinition(), initial_state: 'Start' },
      "error #/initial_state Initial state 'Start' must match a widget name.",
    ],
    [
      'unique-name',
      flowOf(sent('a'), sent('a')),
      "error #/states/2/name Widget name 'a' must be unique: another widget has it.",
    ],
    [
      'next-widget',
      flowOf(sent('a', 'b')),
      "error #/states/1/transitions/0/next Next widget 'b' of event 'sent' must match a widget name.",
    ],
    [
      'trigger-present',
      { ...emptyDefinition(), states: [sent('a')], initial_state: 'a' },
      "warning #/states The flow has no trigger widget: every execution starts at 'a'.",
    ],
    [
      'trigger-present',
      { ...flowOf(sent('a')), initial_state: 'a' },
      "warning #/initial_state Executions start at 'a', not at the trigger widget.",
    ],
    [
      'incomplete',
      flowOf(widget('connect-call-to', { noun: undefined })),
      'warning #/states/1/properties/noun Connect with is empty: a phone number is called.',
    ],
    [
      'address-form',
      flowOf(widget('connect-call-to', { to: '020 79-' })),
      "warning #/states/1/properties/to '020 79-' is not a phone number: write + and the country code, such as +15005550006.",
    ],
    [
      'legacy-format',
      flowOf({ name: 'a', type: 'Branch', transitions: [], properties: {} }),
      'error # This flow has the export format before version 2, which is not supported. Export it again in the current format.',
    ],
    [
      'required-field',
      flowOf(widget('send-message', { body: ' ', media_url: '' })),
      'error #/states/1/properties/body Message is required.',
    ],
    [
      'required-field',
      flowOf(split([{ event: 'noMatch' }], { input: '' })),
      'error #/states/1/properties/input Variable to test is required.',
    ],
    [
      'required-field',
      flowOf(widget('make-http-request', { url: ' ' })),
      'error #/states/1/properties/url URL is required.',
    ],
    [
      'subflow-sid',
      flowOf(widget('run-subflow', { flow_sid: '{{flow.variables.sid}}' })),
      'error #/states/1/properties/flow_sid Flow must be a valid, non-liquid flow sid: FW and 32 hexadecimal digits, no variables.',
    ],
    [
      'subflow-revision',
      flowOf(widget('run-subflow', { flow_revision: 'newest' })),
      'warning #/states/1/properties/flow_revision Revision should be LatestPublished or a revision number.',
    ],
    [
      'incomplete',
      flowOf(widget('say-play', { say: '' })),
      'warning #/states/1/properties/say Say, Play and Key tones are empty: nothing is said or played.',
    ],
    [
      'single-prompt',
      flowOf(widget('say-play', { digits: '1' })),
      'warning #/states/1/properties/digits Say and Key tones are both set: only one of them is played.',
    ],
    [
      'incomplete',
      flowOf(widget('enqueue-call', { workflow_sid: '' })),
      'warning #/states/1/properties/queue_name Queue and Workflow are empty: the call cannot wait anywhere.',
    ],
    [
      'repeated-event',
      flowOf(sent('a', '', '')),
      "warning #/states/1/transitions/1 Event 'sent' has more than one transition: only the first is used.",
    ],
    [
      'unused-conditions',
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
      'warning #/states/1/transitions/0/conditions Conditions have no effect here: only a match of Split based on uses them.',
    ],
    [
      'widget-name',
      flowOf(sent('a b')),
      "warning #/states/1/name Widget name 'a b' should start with a letter and contain only letters, digits, _ and -.",
    ],
    [
      'unknown-key',
      flowOf(widget('send-message', { colour: 'red' })),
      "warning #/states/1/properties/colour 'colour' is not a known property and has no effect.",
    ],
    [
      'unknown-key',
      { ...emptyDefinition(), tags: [] },
      "warning #/tags 'tags' is not a known property and has no effect.",
    ],
    [
      'unreachable',
      flowOf(sent('a'), sent('b')),
      "warning #/states/2 Widget 'b' cannot be reached from the trigger.",
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
      "warning #/states/1/transitions/1 'No reply' is not connected: the execution ends there.",
    ],
    [
      'endless-loop',
      flowOf(sent('a', 'b'), sent('b', 'a')),
      "warning #/states/2 Widget 'b' is in a loop that never waits for the contact.",
    ],
  ])('%s', (rule, definition, line) => {
    const lines = validate(definition)
      .filter(({ code }) => code === rule)
      .map(({ severity, property_path, message }) => `${severity} ${property_path} ${message}`);
    expect(lines).toContain(line);
  });

  it('template-error names the position in the text', () => {
    const [finding, ...others] = validate(flowOf(widget('send-message', { body: 'Hi {{flow.data.name' })));
    expect(others).toEqual([]);
    expect(finding).toMatchObject({
      severity: 'warning',
      code: 'template-error',
      property_path: '#/states/1/properties/body',
      message: expect.stringContaining('character 4'),
    });
  });

  it('accept a message without text when it has media or a content template', () => {
    const codes = (properties: object) =>
      validate(flowOf(widget('send-message', { body: '', media_url: '', ...properties }))).map(
        ({ code }) => code,
      );
    expect(codes({})).toContain('required-field');
    expect(codes({ media_url: 'https://clinic.example/map.png' })).toEqual([]);
    expect(codes({ message_type: 'content_template', content_sid: 'HX1' })).toEqual([]);
  });

  it('do not warn about a loop that compares or waits', () => {
    const waiting = widget(
      'send-and-wait-for-reply',
      {},
      { name: 'b', transitions: [{ event: 'timeout', next: 'a' }] },
    );
    expect(found(flowOf(sent('a', 'b'), waiting))).toEqual([]);
  });
});

describe('arbitrary JSON', () => {
  it('never throws, and is an error unless it is a definition', () => {
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

  it('may be nested deeper than the call stack, which is an error from 100 levels on', () => {
    let deep: Json = '{{x';
    for (let depth = 0; depth < 100_000; depth += 1) deep = [deep];
    expect(found(flowOf(widget('send-message', { extra: deep })))).toEqual([
      'error too-large # The flow is nested more than 100 levels deep.',
    ]);
  });
});

describe('templates that take too long to check', () => {
  const nested = `${'{% if a %}'.repeat(3_400)}x${'{% endif %}'.repeat(3_400)}`;
  const many = '{{ a | upcase }}'.repeat(6_000);

  it('because they are nested get a warning for each', () => {
    const definition = flowOf(
      ...[1, 2, 3, 4, 5].map((at) => widget('send-message', { body: nested }, { name: `w${at}` })),
    );
    const tooDeep = found(definition).filter((line) => line.includes('nested more than 100 levels deep'));
    expect(tooDeep).toHaveLength(5);
  });

  it('because they are so many get an error, with and without the cache', () => {
    const definition = flowOf(
      widget('send-message', { body: many }),
      widget('send-message', { body: many }, { name: 'b' }),
    );
    const memoized = createMemoizedValidate();
    for (const findings of [
      validate(definition),
      validateErrors(definition),
      memoized(definition),
      memoized(definition),
    ]) {
      expect(findings.map(shown)).toContain(
        'error too-large # The texts with variables of this flow are too many. The limit of 5,000,000 units of work was exceeded.',
      );
    }
  });
});

describe('the errors alone', () => {
  it.each([
    ['a flow with advice only', flowOf(widget('send-message', { body: '{{ flow.data.' }))],
    ['a flow with faults', flowOf(widget('say-play', { loop: 0, say: 5 }), { name: 'x', type: 'y' })],
    ['a flow with empty fields', flowOf(widget('send-message', { body: ' ', media_url: '' }))],
    [
      'a flow with connections to nowhere',
      flowOf(widget('split-based-on', {}, { transitions: [{ event: 'match', next: 'z' }] })),
    ],
    ['no flow', 'text'],
  ])('are those of validate for %s', (_, definition) => {
    expect(validateErrors(definition)).toEqual(
      validate(definition).filter(({ severity }) => severity === 'error'),
    );
  });
});

describe('the errors of what has changed', () => {
  it('are those of states that are not known, and of the whole', () => {
    const faulty = widget(
      'say-play',
      { loop: 0 },
      { name: 'a', transitions: [{ event: 'audioComplete', next: 'gone' }] },
    );
    const definition = flowOf(faulty, widget('send-message', { body: 5 }));
    const errors = (known?: Set<unknown>) => validateErrors(definition, known).map(shown);
    const [own, ofFlow, other] = [
      'error out-of-range #/states/1/properties/loop Times must be at least 1.',
      "error next-widget #/states/1/transitions/0/next Next widget 'gone' of event 'audioComplete' must match a widget name.",
      'error wrong-type #/states/2/properties/body Message must be text, not 5.',
    ];
    expect(errors()).toEqual([own, ofFlow, other]);
    expect(errors(new Set([faulty]))).toEqual([ofFlow, other]);
  });
});

describe('the memoized validate', () => {
  it('finds the same as validate while states are replaced, moved and removed', () => {
    const memoized = createMemoizedValidate();
    const faulty = widget('say-play', { loop: 0, say: 5 });
    const other = widget('send-message', { body: 1 }, { name: 'other' });
    for (const states of [
      [faulty],
      [other, faulty],
      [faulty, other],
      [{ ...faulty, name: 'x' }, other],
      [other],
    ]) {
      expect(memoized(flowOf(...states))).toEqual(validate(flowOf(...states)));
    }
  });
});

describe('a definition with too many faults', () => {
  const faulty = flowOf(
    ...Array.from({ length: 900 }, (_, nth) => ({
      ...widget('send-message'),
      name: `send_${nth}`,
      properties: {},
      transitions: [{ event: 'sent', next: 'nowhere' }],
    })),
  );

  it('gets the first findings, and one that says how many more there are', () => {
    const findings = validate(faulty);
    expect(findings).toHaveLength(maxFindings);
    expect(findings.at(-1)).toMatchObject({ severity: 'error', code: 'more-findings', property_path: '#' });
    expect(findings.at(-1)?.message).toMatch(/^There are [\d,]+ more findings\./);
    expect(createMemoizedValidate()(faulty)).toEqual(findings);
  });

  it.each([
    [1_000, undefined],
    [1_001, 'There are 2 more findings. Mend the first ones, then look again.'],
    [3_000, 'There are 2,001 more findings. Mend the first ones, then look again.'],
  ])('that only advise may have %d: %s', (count, message) => {
    const keys = Object.fromEntries(Array.from({ length: count }, (_, nth) => [`key${nth}`, nth]));
    const findings = validate({ ...emptyDefinition(), ...keys });
    const last = findings.pop();
    expect(findings.map(({ property_path }) => property_path)).toEqual(
      Array.from({ length: 999 }, (_, nth) => `#/key${nth}`),
    );
    expect(last).toEqual(
      message === undefined
        ? expect.objectContaining({ property_path: '#/key999' })
        : { severity: 'warning', code: 'more-findings', message, property_path: '#' },
    );
  });
});
