import { describe, expect, it } from 'vitest';
import { setProperty } from '../edit/set-property.ts';
import { appointmentFlow } from '../testing/test-flow.ts';
import { excerptOf } from './excerpt.ts';
import { searchFlow } from './search-flow.ts';
import { maxQueryLength, parseSearchQuery } from './search-query.ts';

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

  it('is the beginning of a text that is meant as a whole', () => {
    expect(excerptOf({ text: 'mood', start: 0, end: 0 })).toEqual({ before: '', found: '', after: 'mood' });
  });
});
