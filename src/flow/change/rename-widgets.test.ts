import { describe, expect, it } from 'vitest';
import type { FlowDefinition } from '../definition.ts';
import type { Json } from '../json/json.ts';
import { followRenamesIn, followRenamesInValue, renameWidgets } from './rename-widgets.ts';

const exchanged = new Map([
  ['a', 'b'],
  ['b', 'a'],
]);

/** A flow in which each name stands wherever a name can. */
const flowWith = (a: string, b: string): FlowDefinition => ({
  description: 'a',
  initial_state: a,
  ui: { notes: { n: { text: `See \`${a}\`` } } },
  states: [
    {
      name: a,
      type: 'x',
      properties: { text: `a {{widgets.${b}.c}}`, next: 'a' },
      transitions: [{ event: 'a', next: b }, { event: 'none' }, null as never],
    },
    {
      name: b,
      type: 'x',
      transitions: [
        {
          event: 'a',
          next: 'other',
          conditions: [{ friendly_name: 'a', arguments: [`{{widgets.${a}.c}}`], type: 'a', value: 'a' }],
        },
      ],
    },
    { type: 'x', transitions: [{ event: 'a', next: null }] },
  ],
});

describe('renaming widgets', () => {
  it('renames them and what refers to them, all at once', () => {
    expect(renameWidgets(flowWith('a', 'b'), exchanged)).toEqual(flowWith('b', 'a'));
    const start = { ...flowWith('a', 'b'), initial_state: 'other' };
    expect(renameWidgets(start, exchanged)).toEqual({ ...flowWith('b', 'a'), initial_state: 'other' });
  });

  it('leaves a flow without them as it is', () => {
    const definition = flowWith('a', 'b');
    expect(renameWidgets(definition, new Map())).toBe(definition);
    expect(renameWidgets(definition, new Map([['lost', 'x']]))).toBe(definition);
  });

  const transitions = (next: string): Json => [{ event: 'a', next }, { event: 'none' }];
  const text = (name: string) => ({ deep: [`a {{widgets.${name}.c}}`] });
  it.each([
    ['transitions', transitions('a'), transitions('b')],
    ['connection', { event: 'a', next: 'a' }, { event: 'a', next: 'b' }],
    ['connection', null, null],
    ['text', text('a'), text('b')],
    ['text', { event: 'a', next: 'a' }, { event: 'a', next: 'a' }],
    ['text', null, null],
    ['other', text('a'), text('a')],
    ['other', transitions('a'), transitions('a')],
    ['transitions', null, null],
  ] as const)('follows them in %s: %j', (part, before, after) => {
    expect(followRenamesIn(before as Json, exchanged, part)).toEqual(after);
    expect(followRenamesIn(before as Json, new Map(), part)).toBe(before);
  });

  it.each<[string, Json, Json]>([
    ['a text', text('a'), text('b')],
    ['a name', 'a', 'a'],
    ['a transition', { event: 'a', next: 'a' }, { event: 'a', next: 'b' }],
    ['a transition to another', { event: 'a', next: 'other' }, { event: 'a', next: 'other' }],
    ['transitions', transitions('a'), transitions('b')],
    ['a widget', { name: 'a', transitions: transitions('a') }, { name: 'a', transitions: transitions('b') }],
    ['what has no event', { next: 'a' }, { next: 'a' }],
    [
      'what leads nowhere',
      { event: 'a', transitions: transitions('a') },
      { event: 'a', transitions: transitions('b') },
    ],
    [
      'no widget',
      { transitions: 'a', properties: transitions('a') },
      { transitions: 'a', properties: transitions('a') },
    ],
    ['other values', [null, 1, true, [null]], [null, 1, true, [null]]],
  ])('follows them in %s', (_, before, after) => {
    expect(followRenamesInValue(before, exchanged)).toEqual(after);
    expect(followRenamesInValue(before, new Map())).toBe(before);
  });
});
