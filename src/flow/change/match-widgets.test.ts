/** Which widget of a file is which widget of a later one, where names have changed. */

import { describe, expect, it } from 'vitest';
import type { FlowDefinition, State } from '../definition.ts';
import { sendMessage } from '../widgets/send-message.ts';
import { matchWidgets } from './match-widgets.ts';

const flow = (...states: State[]): FlowDefinition => ({ description: '', initial_state: 'Trigger', states });
const message = (
  name: string,
  body: string,
  more: { offset?: { x: number; y: number }; next?: string } = {},
): State => ({
  name,
  type: 'send-message',
  properties: { body, ...(more.offset && { offset: more.offset }) },
  transitions: [{ event: 'sent', ...(more.next !== undefined && { next: more.next }) }],
});
const trigger = (name: string, next: string): State => ({
  name,
  type: 'trigger',
  transitions: [{ event: 'incomingMessage', next }],
});
const match = (before: State[], after: State[], known?: Map<string, string>) =>
  Object.fromEntries(matchWidgets(flow(...before), flow(...after), known));

describe('a renamed widget', () => {
  it('is the one with the same content', () => {
    expect(
      match([message('a', 'Hello'), message('b', 'Bye')], [message('x', 'Bye'), message('y', 'Hello')]),
    ).toEqual({ a: 'y', b: 'x' });
  });

  it('is of the same type', () => {
    const call: State = { ...message('x', 'Hello'), type: 'say-play' };
    expect(match([message('a', 'Hello')], [call])).toEqual({});
    const [led, other] = [message('a', 'Hello'), { ...call, name: 'x' }];
    expect(match([trigger('T', 'a'), led], [trigger('T', 'x'), other])).toEqual({});
  });

  it('is none where nothing is alike', () => {
    expect(match([message('a', 'Hello')], [message('x', 'An offer for you')])).toEqual({});
    expect(match([message('a', 'Hello')], [])).toEqual({});
    expect(match([message('a', 'Hello')], [message('a', 'x'), message('b', 'Hello')])).toEqual({});
    expect(match([message('a', 'x'), message('b', 'Hello')], [message('a', 'Hello')])).toEqual({});
  });

  it('is known by what leads to it, and where it leads', () => {
    const before = [
      trigger('Trigger', 'a'),
      message('a', 'Hello Ann', { next: 'end' }),
      message('end', 'Bye'),
    ];
    const after = [
      trigger('Trigger', 'x'),
      message('x', 'Hello Bob', { next: 'end' }),
      message('end', 'Bye'),
    ];
    expect(match(before, after)).toEqual({ a: 'x' });
  });

  it('is known by its place, with some of its content', () => {
    const offset = { x: 10, y: 20 };
    expect(match([message('a', 'Hello Ann', { offset })], [message('x', 'Hello Bob', { offset })])).toEqual({
      a: 'x',
    });
    expect(
      match(
        [message('a', 'Hello Ann', { offset })],
        [message('x', 'Hello Bob', { offset: { x: 11, y: 20 } })],
      ),
    ).toEqual({});
  });

  it('among copies is the one with the same connections', () => {
    const offset = { x: 10, y: 20 };
    const before = [trigger('Trigger', 'b'), message('a', 'Hi', { offset }), message('b', 'Hi', { offset })];
    const after = [trigger('Trigger', 'y'), message('x', 'Hi', { offset }), message('y', 'Hi', { offset })];
    expect(match(before, after)).toEqual({ a: 'x', b: 'y' });
  });

  it('among several is the one that is most alike', () => {
    const offset = { x: 1, y: 1 };
    const before = [message('a', 'Hello dear Ann', { offset })];
    const after = [message('x', 'Hello', { offset }), message('y', 'Hello dear Anna', { offset })];
    expect(match(before, after)).toEqual({ a: 'y' });
  });

  it('is the only trigger, whatever it is called', () => {
    expect(
      match([trigger('Trigger', 'a'), message('a', '1')], [trigger('Start', 'b'), message('b', '2')]),
    ).toEqual({ Trigger: 'Start' });
    const other = { ...trigger('Start', 'lost'), transitions: [], properties: { offset: 1, x: 1 } };
    expect(match([trigger('Trigger', '')], [other])).toEqual({ Trigger: 'Start' });
    const [another, message1] = [{ ...other, name: 'Other' }, message('x', '1')];
    expect(match([trigger('Trigger', '')], [other, another])).toEqual({});
    expect(match([trigger('Trigger', ''), trigger('Two', '')], [other])).toEqual({});
    expect(match([trigger('Trigger', ''), trigger('Two', '')], [other, another])).toEqual({});
    expect(match([trigger('Trigger', '')], [message1])).toEqual({});
    expect(match([message1], [trigger('Trigger', '')])).toEqual({});
  });

  it('is a known one where both names are in one file each', () => {
    const before = [message('a', 'Hello'), message('b', 'Bye')];
    const after = [message('x', 'An offer'), message('y', 'Hello')];
    expect(match(before, after, new Map([['a', 'x']]))).toEqual({ a: 'x' });
    expect(match(before, after, new Map([['a', 'lost']]))).toEqual({ a: 'y' });
    expect(match(before, after, new Map([['lost', 'x']]))).toEqual({ a: 'y' });
    const kept = [message('a', 'An offer'), message('y', 'Hello')];
    expect(match(before, kept, new Map([['a', 'y']]))).toEqual({});
    expect(match(before, [message('b', 'x'), message('y', 'Hello')], new Map([['a', 'b']]))).toEqual({
      a: 'y',
    });
  });
});

describe('the likeness of two widgets', () => {
  const offset = { x: 1, y: 1 };
  /** The widget, which has led to it what is given: the event of a transition of the trigger. */
  const led = (
    name: string,
    properties: State['properties'] & object,
    { events = ['e'], transitions = [], type = 'x' }: Partial<Record<'events', string[]> & State> = {},
  ): State[] => [
    { name: 'Trigger', type: 'trigger', transitions: events.map((event) => ({ event, next: name })) },
    { name, type, properties, transitions },
  ];
  const areAlike = (before: State[], after: State[]) => {
    const found = match(before, after);
    if (Object.keys(found).length > 0) expect(found).toEqual({ a: 'x' });
    expect(Object.fromEntries(Object.entries(match(after, before)).map((each) => each.reverse()))).toEqual(
      found,
    );
    return 'a' in found;
  };

  it.each([
    ['abcxxxxx', 'abcyyyyy', true],
    ['abxxxxxx', 'abyyyyyy', false],
    ['xxxxxabc', 'yyyyyabc', true],
    ['xxxxxxbc', 'yyyyyybc', false],
    ['axxxxxbc', 'ayyyyybc', true],
    ['axxxxxxc', 'ayyyyyyc', false],
    ['abxxxxxc', 'abyyyyyc', true],
    ['abc', 'abcyyyyy', true],
    ['abc', 'abcyyyyyy', false],
    ['abc', 'yyyyyabc', true],
    ['aaa', 'aaaaaaaaa', false],
    ['abc', ['a', 'b', 'c'], false],
    [['a', 'b'], ['a', 'b', 'c'], false],
    ['', 1, false],
  ])('is that of their texts, between two with the same origin: %j and %j, %s', (old, young, expected) => {
    expect(areAlike(led('a', { text: old }), led('x', { text: young }))).toBe(expected);
  });

  it.each([
    [{ same: 1, other: 1 }, { same: 1, other: 2 }, true],
    [{ same: 1, other: 1, more: 1 }, { same: 1, other: 2, more: 2 }, false],
    [{ same: 1, other: 1 }, { same: 1 }, true],
    [{ other: 1 }, { other: 2 }, false],
  ])('is that of all their properties: %j and %j, %s', (old, young, expected) => {
    expect(areAlike(led('a', old), led('x', young))).toBe(expected);
  });

  it.each([
    ['the same', { offset }, { offset }, 'abcdefgh', 'axxxxxxx', true],
    ['the same', { offset }, { offset }, 'abcdefgh', 'xxxxxxxx', false],
    ['another', { offset }, { offset: { x: 2, y: 1 } }, 'abcdefgh', 'abcdexxx', true],
    ['another', { offset }, { offset: { x: 2, y: 1 } }, 'abcdefgh', 'abcdxxxx', false],
    ['another', { offset }, { offset: { x: 2, y: 1 } }, 'same', 'same', true],
    ['none', { offset }, {}, 'abcdefgh', 'abcdexxx', true],
    ['none', { offset }, {}, 'abcdefgh', 'abcdxxxx', false],
  ])('is that of their places: %s, %j and %j, %j and %j', (_, old, young, text, other, expected) => {
    expect(areAlike(led('a', { ...old, text }), led('x', { ...young, text: other }))).toBe(expected);
  });

  const next = (name?: string, event = 'go') => [{ event, ...(name !== undefined && { next: name }) }];
  const conditions = (value: string) => [
    { event: 'go', conditions: [{ friendly_name: '', arguments: [], type: 'equal_to', value }] },
  ];
  it.each([
    ['the same', next(), next(), 'abcdefgh', 'axxxxxxx', true],
    ['the same', next('Trigger'), next('Trigger'), 'abcdefgh', 'axxxxxxx', true],
    ['the same', conditions('1'), conditions('1'), 'abcdefgh', 'axxxxxxx', true],
    ['to themselves', next('a'), next('x'), 'abcdefgh', 'axxxxxxx', true],
    ['nowhere and to no name', next(), next(''), 'abcdefgh', 'axxxxxxx', true],
    ['to others', next('two', 'go'), next('wo', 'got'), 'abcdefgh', 'abcdxxxx', false],
    ['nowhere and to one that is gone', next('a'), next(), 'abcdefgh', 'abcdxxxx', false],
    ['nowhere and to another', next(), next('two'), 'abcdefgh', 'abcdxxxx', false],
    ['on other conditions', conditions('1'), conditions('2'), 'abcdefgh', 'abcdxxxx', false],
    ['of none', next(), [], 'abcdefgh', 'abcdxxxx', false],
    ['one of two', [...next(), ...next()], next(), 'abcdefgh', 'abcxxxxx', true],
    ['one of two', [...next(), ...next()], next(), 'abcdefgh', 'abxxxxxx', false],
    ['two of two', [...next(), ...next()], [...next(), ...next()], 'abcdefgh', 'axxxxxxx', true],
  ])('is that of where they lead: %s, %j and %j, %j and %j', (_, old, young, text, other, expected) => {
    expect(
      areAlike(led('a', { text }, { transitions: old }), led('x', { text: other }, { transitions: young })),
    ).toBe(expected);
  });

  it.each([
    ['by one of two', ['d', 'e'], ['e'], 'abcdefgh', 'abcxxxxx', true],
    ['by one of two', ['d', 'e'], ['e'], 'abcdefgh', 'abxxxxxx', false],
    ['by another', ['d'], ['e'], 'abcdefgh', 'abcdexxx', true],
    ['by another', ['d'], ['e'], 'abcdefgh', 'abcdxxxx', false],
    ['by none', ['d'], [], 'abcdefgh', 'abcdxxxx', false],
    ['by none', [], [], 'abcdefgh', 'abcxxxxx', true],
    ['by none', [], [], 'abcdefgh', 'abxxxxxx', false],
  ])(
    'is that of what leads to them at one place: %s, %j and %j, %j and %j',
    (_, old, young, text, other, expected) => {
      expect(
        areAlike(
          led('a', { offset, text }, { events: old }),
          led('x', { offset, text: other }, { events: young }),
        ),
      ).toBe(expected);
    },
  );

  it('is only looked for where they share their content, place or origin', () => {
    expect(
      areAlike(
        led('a', { text: 'Hello Ann' }, { events: [] }),
        led('x', { text: 'Hello Anna' }, { events: [] }),
      ),
    ).toBe(false);
  });

  it('does not count what all of their type have', () => {
    const type = 'send-message';
    const { body: _, ...defaults } = sendMessage.defaults;
    const moved = { ...defaults, offset };
    const leads = { transitions: next('Trigger') };
    expect(areAlike(led('a', defaults, { type }), led('x', moved, { type }))).toBe(false);
    expect(areAlike(led('a', defaults, { type, ...leads }), led('x', moved, { type, ...leads }))).toBe(true);
    const texts = (body: string) => ({ ...defaults, body });
    expect(areAlike(led('a', texts('abcdefgh'), { type }), led('x', texts('abxxxxxx'), { type }))).toBe(
      false,
    );
    const from = { ...texts('abcdefgh'), from: 'me' };
    expect(areAlike(led('a', from, { type }), led('x', texts('abcdexxx'), { type }))).toBe(false);
  });

  it('is greatest with the same content at the same place', () => {
    const before = led('a', { text: 'abcdefgh', offset }, { transitions: next('Trigger') });
    const copies = led('x', { text: 'abcdefgX', offset }, { transitions: next('Trigger') });
    const same = {
      name: 'y',
      type: 'x',
      properties: { text: 'abcdefgh', offset },
      transitions: next('lost'),
    };
    expect(match(before, [...copies, same])).toEqual({ a: 'y' });
    const elsewhere = { ...same, properties: { ...same.properties, offset: { x: 9, y: 9 } } };
    expect(match(before, [...led('Other', {}, { type: 'z' }), elsewhere])).toEqual({});
  });

  it('with one is that of one only', () => {
    const [first, second] = [led('a', { text: 'abcdefgh', offset }), led('b', { text: 'abcdefgX', offset })];
    expect(match([...first, ...second.slice(1)], led('x', { text: 'abcdefgh', offset }))).toEqual({ a: 'x' });
  });

  it('is that of what they mention, under any name', () => {
    const mention = (name: string, of: string) =>
      message(name, `Hello {{widgets.${of}.inbound}}, how are you`);
    const [before, after] = [
      [mention('a', 'b'), message('b', 'Hi Ann')],
      [mention('x', 'y'), message('y', 'Hi Bob')],
    ];
    expect(match(before, after)).toEqual({ a: 'x' });
    expect(match(before, after, new Map([['b', 'y']]))).toEqual({ a: 'x', b: 'y' });
  });
});

describe('of many widgets', () => {
  const group = (prefix: string, count: number, text: string, more: Partial<State> = {}): State[] =>
    Array.from({ length: count }, (_, at) => ({
      name: `${prefix}${at}`,
      type: 'x',
      properties: { text },
      ...more,
    }));
  const count = (before: State[], after: State[]) => Object.keys(match(before, after)).length;
  const trait = (length: number, next: string) =>
    Array.from({ length }, (_, at) => ({ event: `e${at}`, next }));

  it('with one trait, those are compared that few have', () => {
    expect(count(group('a', 20, 'one'), group('x', 21, 'one'))).toBe(0);
    expect(count(group('a', 9, 'one'), group('x', 9, 'one'))).toBe(9);
    const rare = count(
      [...group('a', 20, 'one'), ...group('b', 1, 'two')],
      [...group('x', 20, 'one'), ...group('y', 1, 'two')],
    );
    expect(rare).toBe(10);
  });

  it.each<[string, State[], State[], number]>([
    ['few', [], [], 9],
    ['many transitions', group('b', 1, 'two', { type: 'y', transitions: trait(100, '') }), [], 14],
    ['many transitions to one', group('b', 1, 'two', { type: 'y' }), trait(100, 'b0') as never, 14],
    ['a long text', group('b', 1, 'x'.repeat(5_000), { type: 'y' }), [], 14],
  ])('as many are compared as all are large: %s', (_, more, transitions, expected) => {
    const first = { name: 'Trigger', type: 'trigger', transitions: transitions as never };
    expect(count([first, ...group('a', 20, '', {}), ...more], [first, ...group('x', 20, '', {})])).toBe(
      expected,
    );
  });

  it('those that share several traits are compared once', () => {
    const lead = (prefix: string) => Array.from({ length: 4 }, (_, at) => trait(5, `${prefix}${at}`)).flat();
    const flowOf = (one: string, two: string) => [
      { name: 'Trigger', type: 'trigger', transitions: lead(one) },
      ...group(one, 4, 'one'),
      ...group(two, 5, 'two'),
    ];
    expect(count(flowOf('a', 'b'), flowOf('x', 'y'))).toBe(9);
  });
});
