/** What the schemas of a definition and of its states refuse, and what they accept. */

import { describe, expect, it } from 'vitest';
import { type WidgetTypeName, widgetTypeNames } from '../widgets/widget-type.ts';
import { widgetTypes } from '../widgets/widget-types.ts';
import {
  definitionFrameSchema,
  stateSchema,
  typeSpellings,
  unknownStateSchema,
} from './definition-schema.ts';
import { compileSchema, type SchemaCheck } from './schema-check.ts';

/** The violations, each as `path keyword`. */
const violations = (check: SchemaCheck, value: unknown) =>
  check(value, '#').map(({ property_path: path, keyword, ...rest }) =>
    [path, 'limit' in rest ? rest.limit : keyword].join(' '),
  );

const address = 'https://flows.example/schemas/flow-definition';

describe('the frame of a definition', () => {
  const check = compileSchema(definitionFrameSchema);
  const frame = { description: '', states: [{}], initial_state: 'Trigger' };

  it.each<[object, string[]]>([
    [{}, []],
    [{ $schema: address, flags: { allow_concurrent_calls: false } }, []],
    [{ $schema: 'http://localhost:8080/a/draft/2019-09/flow-definition', other: 1 }, []],
    [{ states: Array.from({ length: 1000 }, () => 'any') }, []],
    [{ states: [] }, ['#/states minItems']],
    [{ states: Array.from({ length: 1001 }, () => ({})) }, ['#/states maxItems']],
    [{ states: {} }, ['#/states type']],
    [{ description: null }, ['#/description type']],
    [{ initial_state: '' }, ['#/initial_state minLength']],
    [{ flags: {} }, ['#/flags/allow_concurrent_calls required']],
    [{ flags: { allow_concurrent_calls: 'true' } }, ['#/flags/allow_concurrent_calls type']],
    ...[
      'ftp://flows.example/schemas/flow-definition',
      'https:///schemas/flow-definition',
      'https://flows.example/flow-definition',
      'https://flows.example/?/schemas/flow-definition',
      'https://flows.example/#/schemas/flow-definition',
      'https://flows .example/schemas/flow-definition',
      `${address}/more`,
      `x${address}`,
    ].map(($schema): [object, string[]] => [{ $schema }, ['#/$schema pattern']]),
  ])('with %j gives %j', (members, expected) => {
    expect(violations(check, { ...frame, ...members })).toEqual(expected);
  });

  it('needs a description, states and the first of them', () => {
    expect(violations(check, {})).toEqual([
      '#/description required',
      '#/states required',
      '#/initial_state required',
    ]);
  });

  it('says in words what an address is', () => {
    expect(check({ ...frame, $schema: 'x' }, '#')).toMatchObject([
      { mismatch: 'must be the address of the flow-definition schema' },
    ]);
  });
});

describe('a state', () => {
  const condition = { friendly_name: '', arguments: [''], type: 'equal_to', value: '' };
  const match = { event: 'match', next: 'a', conditions: [condition] };
  const stateOf = (type: WidgetTypeName, members: object) =>
    violations(compileSchema(stateSchema(widgetTypes[type])), { ...widgetTypes[type].example, ...members });
  const first = (members: object) =>
    stateOf('split-based-on', { transitions: [{ ...match, ...members }] }).map((each) =>
      each.replace('#/transitions/0/', ''),
    );

  it('may have any name but an empty one', () => {
    expect(stateOf('say-play', { name: '' })).toEqual(['#/name minLength']);
    expect(stateOf('trigger', { name: '' })).toEqual(['#/name minLength']);
  });

  it('needs name, type, transitions and properties, a trigger only type and transitions', () => {
    const missing = (type: WidgetTypeName) =>
      violations(compileSchema(stateSchema(widgetTypes[type])), {}).map((each) => each.split(' ')[0]);
    expect(missing('say-play')).toEqual(['#/name', '#/type', '#/transitions', '#/properties']);
    expect(missing('trigger')).toEqual(['#/type', '#/transitions']);
  });

  it('has the events of its type and those that files may have; one without a description any', () => {
    for (const type of widgetTypeNames) {
      const { events, alsoEvents = [], legacy } = widgetTypes[type];
      const said = (event: unknown) => stateOf(type, { transitions: [{ event, conditions: [condition] }] });
      const named = [...events.map(({ name }) => name), ...alsoEvents];
      expect(named.flatMap(said)).toEqual([]);
      expect(said('other')).toEqual(legacy ? [] : ['#/transitions/0/event enum']);
      expect(said(5)).toEqual(['#/transitions/0/event type']);
    }
    expect(widgetTypes['send-to-agentdesk'].alsoEvents).toEqual(['composerStarted']);
  });

  it.each<[object, string[]]>([
    [{}, []],
    [{ next: null }, []],
    [{ next: 5 }, ['next type']],
    [{ event: 'noMatch', conditions: [] }, []],
    [{ conditions: [] }, ['conditions minItems']],
    [{ conditions: {} }, ['conditions type']],
    [{ conditions: [{ ...condition, arguments: [] }] }, ['conditions/0/arguments minItems']],
    [{ conditions: [{ ...condition, arguments: [5] }] }, ['conditions/0/arguments/0 type']],
    [{ conditions: [{ ...condition, type: 'odd' }] }, ['conditions/0/type enum']],
    [{ conditions: [{ ...condition, value: 5 }] }, ['conditions/0/value type']],
    [{ conditions: [{ ...condition, friendly_name: null }] }, ['conditions/0/friendly_name type']],
    [
      { conditions: [{}] },
      ['friendly_name', 'arguments', 'type', 'value'].map((key) => `conditions/0/${key} required`),
    ],
  ])('of a split with the transition %j gives %j', (members, expected) => {
    expect(first(members)).toEqual(expected);
  });

  it('needs conditions for a match, on a split only', () => {
    expect(stateOf('split-based-on', { transitions: [{ event: 'match' }] })).toEqual([
      '#/transitions/0/conditions required',
    ]);
    expect(stateOf('run-function-v2', { transitions: [{ event: 'match' }] })).toEqual([]);
    expect(stateOf('split-based-on', { transitions: [{}] })).toEqual(['#/transitions/0/event required']);
  });

  it('of an unknown type has any type, event and properties', () => {
    const check = compileSchema(unknownStateSchema);
    const state = {
      name: 'a',
      type: 'odd',
      transitions: [{ event: 'odd', next: 'b' }],
      properties: { a: 1 },
    };
    expect(violations(check, state)).toEqual([]);
    expect(violations(check, { name: '', type: 5, transitions: [{}], properties: [] })).toEqual([
      '#/name minLength',
      '#/type type',
      '#/transitions/0/event required',
      '#/properties type',
    ]);
    expect(violations(check, {})).toHaveLength(4);
  });
});

it('a type is spelled by its own name first', () => {
  expect(typeSpellings(widgetTypes['send-to-agentdesk'])).toEqual(['send-to-agentdesk', 'send-to-flex']);
  expect(typeSpellings(widgetTypes['add-markup-redirect'])).toEqual([
    'add-markup-redirect',
    'add-twiml-redirect',
  ]);
  expect(typeSpellings(widgetTypes.trigger)).toEqual(['trigger']);
});
