import { describe, expect, it } from 'vitest';
import type { State } from '../definition.ts';
import { setProperty } from '../edit/set-property.ts';
import { appointmentFlow } from '../testing/test-flow.ts';
import { excerptOf } from './excerpt.ts';
import { searchFlow } from './search-flow.ts';
import { isEmptyQuery, maxQueryLength, parseSearchQuery } from './search-query.ts';

const nothingInvalid = { invalid: () => new Set<number>() };

/** The ids that a query finds, in the order of the flow. */
const find = (query: string, definition = appointmentFlow(), context = nothingInvalid) =>
  searchFlow(definition, parseSearchQuery(query), context).map(({ widget }) => widget);

describe('search in a flow', () => {
  it.each([
    ['a name', 'gree', ['greet']],
    ['a text in any case', 'HELLO', ['greet']],
    ['a template', 'inbound.Body', ['check', 'thank']],
    ['the value of a condition', 'yes', ['ask', 'check']],
    ['the title of a type', 'send message', ['greet', 'thank']],
    ['several words that all occur', 'yes ask', ['ask', 'check']],
    ['words in quotes, as they stand', '"yes or"', ['ask']],
    ['nothing for an empty query', '   ', []],
    ['nothing while a filter is being typed', 'type:', []],
    ['nothing for a filter that does not exist', 'is:green hello', []],
    ['text with a colon that is no filter', 'https://x', []],
  ])('finds %s', (_, query, found) => expect(find(query)).toEqual(found));

  it.each([
    ['type:split', ['check']],
    ['type:"split based on"', ['check']],
    ['type:send-message hello', ['greet']],
    ['uses:ask', ['greet', 'check', 'thank']],
    ['uses:widgets.ask.inbound.Body', ['check', 'thank']],
    ['uses:wid', []],
    ['is:unreachable', []],
  ])('filters by %s', (query, found) => expect(find(query)).toEqual(found));

  it('finds who sets and who reads a variable of the flow', () => {
    const saved = setProperty(appointmentFlow(), 'ask', 'save_response_as', 'mood');
    const flow = setProperty(saved, 'thank', 'body', 'So {{flow.variables.mood}}');
    expect(find('uses:mood', flow)).toEqual(['ask', 'thank']);
    expect(find('uses:flow.variables.mood', flow)).toEqual(['ask', 'thank']);
    expect(find('uses:moo', flow)).toEqual([]);
  });

  it('finds widgets that no path leads to, and those with a problem', () => {
    const flow = appointmentFlow();
    const spare = {
      ...flow,
      states: [...flow.states, { name: 'spare', type: 'send-message', properties: {} }],
    };
    expect(find('is:unreachable', spare)).toEqual(['spare']);
    expect(find('is:invalid', spare, { invalid: () => new Set([2, 5]) })).toEqual(['ask', 'spare']);
    expect(find('is:invalid is:unreachable', spare, { invalid: () => new Set([2, 5]) })).toEqual(['spare']);
  });

  it.each<[string, unknown[]]>([
    [
      'yes',
      [
        ['#/states/2/properties/body', 'Yes or no?', 0, 3],
        ['#/states/3/transitions/1/conditions/0/value', 'yes', 0, 3],
      ],
    ],
    ['wait', [['#/states/2/type', 'Send & wait for reply', 7, 11]]],
    [
      'yes no',
      [
        ['#/states/2/properties/body', 'Yes or no?', 0, 3],
        ['#/states/3/transitions/1/conditions/0/value', 'yes', 0, 3],
        ['#/states/3/transitions/2/conditions/0/value', 'no', 0, 2],
      ],
    ],
    ['uses:thank', [['#/states/3/transitions/1', 'thank', 0, 0]]],
    ['uses:FW1', [['#/states/5/properties/flow_sid', 'FW1', 0, 0]]],
    ['uses:mood', [['#/states/2/properties/save_response_as', 'mood', 0, 0]]],
    [
      'body uses:ask.inbound.body split',
      [
        ['#/states/3/properties/input', '{{widgets.ask.inbound.Body}}', 22, 26],
        ['#/states/3/type', 'Split based on', 0, 5],
        ...['input', 'a', 'b'].map((at) => [
          at === 'input'
            ? '#/states/3/properties/input'
            : `#/states/3/transitions/${at === 'a' ? 1 : 2}/conditions/0/arguments/0`,
          ...['{{widgets.ask.inbound.Body}}', 2, 26],
        ]),
      ],
    ],
    ['is:unreachable type:future', [[]]],
    ['future', [['#/states/6/type', 'future', 0, 6]]],
    ['named', [['#/states/6/transitions/1/conditions/0/friendly_name', 'Named', 0, 5]]],
    ['twenty', [['#/states/6/transitions/1/conditions/0/value', 'twenty', 0, 6]]],
  ])('%s is found at %j', (query, places) => {
    const saved = setProperty(appointmentFlow(), 'ask', 'save_response_as', 'mood');
    const condition = { friendly_name: 'Named', type: 'equal_to', value: 'twenty', arguments: [] };
    const states: State[] = [
      ...saved.states,
      { name: 'sub', type: 'run-subflow', properties: { flow_sid: 'FW1' } },
      {
        ...{ name: 'odd', type: 'future', properties: { flow_sid: 'FW1', offset: { text: 'yes' } } as never },
        transitions: [null as never, { event: 'a', next: '', conditions: [condition] }],
      },
    ];
    const found = searchFlow({ ...saved, states }, parseSearchQuery(query), nothingInvalid);
    const matches = found.flatMap((each) =>
      each.matches.map(({ place, text, start, end }) => [place, text, start, end]),
    );
    expect(matches).toEqual(places.filter((each) => (each as unknown[]).length > 0));
    expect(found).not.toEqual([]);
  });

  it('says where the words are', () => {
    const [found] = searchFlow(appointmentFlow(), parseSearchQuery('"or no"'), nothingInvalid);
    expect(found?.matches).toEqual([
      { place: '#/states/2/properties/body', text: 'Yes or no?', start: 4, end: 9 },
    ]);
  });

  it('gives the place of letters that change their length with their case', () => {
    const flow = setProperty(appointmentFlow(), 'greet', 'body', 'İİİ Grüße (a+b)');
    const [found] = searchFlow(flow, parseSearchQuery('"GRÜßE (A+B)"'), nothingInvalid);
    expect(found?.matches[0]).toMatchObject({ start: 4, end: 15 });
  });

  it('finds nothing in malformed states, and does not fail', () => {
    const odd = [null, 7, {}, { name: 4, properties: [], transitions: [null, { conditions: [null, 3] }] }];
    const flow = { ...appointmentFlow(), states: odd.map((each) => each ?? {}) as never };
    expect(find('hello', flow)).toEqual([]);
    expect(find('uses:ask', flow)).toEqual([]);
  });

  it('reads words, quotes and filters', () => {
    const nothing = { texts: [], types: [], uses: [], isInvalid: false, isUnreachable: false, unknown: [] };
    expect(parseSearchQuery('A "b  C" "open d')).toEqual({ ...nothing, texts: ['A', 'b  C', 'open d'] });
    expect(parseSearchQuery('TYPE:Say type:"a B" uses:X uses:"y')).toEqual({
      ...{ ...nothing, types: ['say', 'a b'], uses: ['x', 'y'] },
    });
    expect(parseSearchQuery('is:Invalid IS:"unreachable" is:green is: uses:"" "" is:"Odd')).toEqual({
      ...{ ...nothing, isInvalid: true, isUnreachable: true, unknown: ['is:green', 'is:"Odd'] },
    });
    expect(isEmptyQuery(nothing)).toBe(true);
    for (const query of [
      'a',
      'type:a',
      'uses:a',
      'is:invalid',
      'is:unreachable',
      'is:a',
      'a uses:b',
      'a is:b',
    ])
      expect(isEmptyQuery(parseSearchQuery(query))).toBe(false);
  });

  it('reads at most so much of a query', () => {
    expect(parseSearchQuery('x '.repeat(10_000)).texts).toHaveLength(maxQueryLength / 2);
  });
});

describe('an excerpt', () => {
  it('keeps a little of what is around', () => {
    const text = `${'a'.repeat(50)}\n  found ${'b'.repeat(50)}`;
    const { before, found, after } = excerptOf({ text, start: 53, end: 58 });
    expect([before.length, found, after.length]).toEqual([31, 'found', 33]);
    expect(before.startsWith('…') && after.endsWith('…')).toBe(true);
  });

  it.each([
    ['a'.repeat(32), 'b', 'c'.repeat(32), 'a'.repeat(32), 'b', 'c'.repeat(32)],
    ['a'.repeat(33), 'b', 'c'.repeat(33), `…${'a'.repeat(32)}`, 'b', `${'c'.repeat(32)}…`],
    ['a', 'b'.repeat(120), 'c', 'a', 'b'.repeat(120), 'c'],
    ['a', 'b'.repeat(121), 'c', 'a', 'b'.repeat(120), '…c'],
    ['', '', 'c'.repeat(120), '', '', 'c'.repeat(120)],
    ['', '', 'c'.repeat(121), '', '', `${'c'.repeat(120)}…`],
    ['a \n', 'b\t b', '  c', 'a ', 'b b', ' c'],
  ])('of %j, %j and %j is %j, %j and %j', (left, middle, right, before, found, after) => {
    const range = { start: left.length, end: left.length + middle.length };
    expect(excerptOf({ text: left + middle + right, ...range })).toEqual({ before, found, after });
  });

  it('is the beginning of a text that is meant as a whole', () => {
    expect(excerptOf({ text: 'mood', start: 0, end: 0 })).toEqual({ before: '', found: '', after: 'mood' });
  });
});
