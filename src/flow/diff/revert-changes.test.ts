/** Chosen changes are put back, and nothing else. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalText } from '../canonical/canonical.ts';
import type { FlowDefinition, State } from '../definition.ts';
import { editScript, grownFlow, perform } from '../testing/random-edits.ts';
import type { Change } from './change.ts';
import { diff } from './diff.ts';
import { type Reverted, revertChanges } from './revert-changes.ts';

const message = (name: string, next?: string, body = 'Hi'): State => ({
  name,
  type: 'send-message',
  transitions: [{ event: 'sent', ...(next !== undefined && { next }) }, { event: 'failed' }],
  properties: { body },
});

const flow = (...states: State[]): FlowDefinition => ({ description: '', initial_state: 'a', states });

function revert(
  before: FlowDefinition,
  after: FlowDefinition,
  choose: (change: Change) => boolean,
): Reverted {
  const { changes } = diff(before, after);
  return revertChanges(before, after, changes, new Set(changes.filter(choose)));
}

const textOf = (result: Reverted) => (result.ok ? canonicalText(result.definition) : result.missing);

describe('reverting changes', () => {
  it('of all is the earlier definition, of none the later one', () => {
    fc.assert(
      fc.property(grownFlow, editScript, (before, script) => {
        const after = script.reduce(perform, before);
        expect(textOf(revert(before, after, () => true))).toEqual(canonicalText(before));
        expect(textOf(revert(before, after, () => false))).toEqual(canonicalText(after));
      }),
      { numRuns: 200 },
    );
  });

  it('of some leaves exactly the others', () => {
    fc.assert(
      fc.property(grownFlow, editScript, fc.nat(), (before, script, seed) => {
        const after = script.reduce(perform, before);
        const { changes } = diff(before, after);
        // Changes of one list of transitions are told by their places in it, and these change with the others.
        const isPlain = ({ kind }: Change) => kind === 'property-changed' || kind === 'widget-moved';
        const chosen = changes.filter((each, index) => isPlain(each) && (seed >> (index % 16)) % 2 === 0);
        const result = revertChanges(before, after, changes, new Set(chosen));
        if (!result.ok) return;
        const left = diff(before, result.definition).changes.map(({ text }) => text);
        const chosenTexts = chosen.map(({ text }) => text);
        expect(left.filter((text) => chosenTexts.includes(text))).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it('puts one widget back with its connections, and no other change', () => {
    const before = flow(message('a', 'b'), message('b', 'c'), message('c'));
    const after = flow(message('a', 'b', 'Hello'), message('b'));
    const result = revert(before, after, ({ widget }) => widget === 'c');
    expect(result).toEqual({
      ok: true,
      definition: flow(message('a', 'b', 'Hello'), message('b'), message('c')),
    });
  });

  it('is refused where a connection would lead nowhere, and says what must come along', () => {
    const before = flow(message('a', 'b'), message('b'));
    const after = flow(message('a'));
    const { changes } = diff(before, after);
    const connection = changes.filter(({ kind }) => kind === 'connection-changed');
    const result = revertChanges(before, after, changes, new Set(connection));
    expect(result).toEqual({
      ok: false,
      missing: [{ from: 'a', to: 'b' }],
      needed: changes.filter(({ kind }) => kind === 'widget-removed'),
    });
    expect(textOf(revert(before, after, () => true))).toEqual(canonicalText(before));
  });

  it('of an added widget takes the connections to it along', () => {
    const [before, after] = [flow(message('a')), flow(message('a', 'b'), message('b'))];
    const result = revert(before, after, ({ kind }) => kind === 'widget-added');
    expect(result).toMatchObject({ ok: false, needed: [{ kind: 'connection-changed', widget: 'a' }] });
  });

  it('follows a rename that stays', () => {
    const before = flow(message('a', 'b'), message('b', undefined, 'Bye'), message('c'));
    const after = flow(message('a', 'c'), message('bee', undefined, 'Bye'), message('c'));
    const result = revert(before, after, ({ kind }) => kind === 'connection-changed');
    expect(textOf(result)).toEqual(
      canonicalText(flow(message('a', 'bee'), message('bee', undefined, 'Bye'), message('c'))),
    );
  });

  it('keeps the order of the widgets', () => {
    const before = flow(message('a'), message('z'), message('m'));
    const after = flow(message('a'), message('z', undefined, 'Other'), message('m'));
    const result = revert(before, after, () => true);
    expect(result.ok && result.definition.states.map(({ name }) => name)).toEqual(['a', 'z', 'm']);
  });

  const [yes, no, maybe] = [{ value: 'yes' }, { value: 'no' }, { value: 'maybe' }];
  const branch = (next: string | null, ...conditions: object[]) => ({
    ...{ event: 'match', ...(next !== null && { next }), conditions },
  });
  const [toB, toC] = [
    { event: 'noMatch', next: 'b' },
    { event: 'noMatch', next: 'c' },
  ];
  const split = (transitions: object[]) =>
    flow({ name: 'a', type: 'split-based-on', transitions } as State, message('b'), message('c'));

  it.each<[string, object[], object[], Change['kind'] | number, object[]]>([
    [
      'the condition of a new branch',
      [branch('b', yes)],
      [branch('c', no), branch('b', yes)],
      'condition-changed',
      [branch('b', yes)],
    ],
    [
      'the connection of a new branch',
      [branch('b', yes)],
      [branch('c', no), branch('b', yes)],
      'connection-changed',
      [branch('b', yes)],
    ],
    [
      'the connection of a branch that is gone',
      [branch('b', yes), branch('c', no), branch('b', maybe)],
      [branch('b', yes), branch('b', maybe)],
      'connection-changed',
      [branch('b', yes), branch('c', no), branch('b', maybe)],
    ],
    [
      'the second of two branches that are gone',
      [branch(null, yes), branch(null, no), branch('b', maybe)],
      [branch('b', maybe)],
      1,
      [branch(null, no), branch('b', maybe)],
    ],
    [
      'a condition, but not the target',
      [branch('b', yes)],
      [branch('c', no)],
      'condition-changed',
      [branch('c', yes)],
    ],
    [
      'a target, but not the condition',
      [branch('b', yes)],
      [branch('c', no)],
      'connection-changed',
      [branch('b', no)],
    ],
    [
      'the first of two conditions',
      [branch('b', yes, no)],
      [branch('b', no, maybe)],
      0,
      [branch('b', yes, maybe)],
    ],
    [
      'the second of two conditions',
      [branch('b', yes, no)],
      [branch('b', no, maybe)],
      1,
      [branch('b', no, no)],
    ],
    ['a condition more', [branch('b', yes)], [branch('b', yes, no)], 0, [branch('b', yes)]],
    [
      'conditions that a branch has lost',
      [toB, branch('b', yes)],
      [{ event: 'match', next: 'b' }],
      2,
      [branch('b', yes)],
    ],
    [
      'a connection beside such a branch',
      [toB, branch('b', yes)],
      [{ event: 'match', next: 'b' }],
      1,
      [toB, { event: 'match', next: 'b' }],
    ],
    ['another target', [toB, branch('b', yes)], [toC, branch('c', yes)], 0, [toB, branch('c', yes)]],
    ['a new connection', [{ event: 'noMatch' }], [toB], 0, [{ event: 'noMatch' }]],
    [
      'the order of branches',
      [branch('b', yes), branch('c', no)],
      [branch('c', no), branch('b', yes)],
      0,
      [branch('b', yes), branch('c', no)],
    ],
  ])('of one thing leaves the other: %s', (_, before, after, chosen, expected) => {
    const { changes } = diff(split(before), split(after));
    const own = changes.filter(({ kind }, index) => chosen === kind || chosen === index);
    expect(own).not.toEqual([]);
    const result = revertChanges(split(before), split(after), changes, new Set(own));
    expect(textOf(result)).toEqual(canonicalText(split(expected)));
  });

  const plain = (state: object) => flow({ name: 'a', type: 'say-play', ...state } as State);

  it.each<[string, object, object, string, object]>([
    ['the first property', {}, { properties: { say: 'Hi' } }, 'say', {}],
    [
      'one of two first properties',
      {},
      { properties: { say: 'Hi', loop: 2 } },
      'say',
      { properties: { loop: 2 } },
    ],
    ['a property of none', { properties: {} }, { properties: { say: 'Hi' } }, 'say', { properties: {} }],
    [
      'a property that is gone',
      { properties: { say: 'Hi' } },
      { properties: {} },
      'say',
      { properties: { say: 'Hi' } },
    ],
    [
      'one of two properties',
      { properties: { say: 'a', loop: 1 } },
      { properties: { say: 'b', loop: 2 } },
      'say',
      { properties: { say: 'a', loop: 2 } },
    ],
    ['all properties', { properties: 5 }, { properties: { say: 'Hi' } }, 'properties', { properties: 5 }],
    [
      'a key that nobody knows',
      { note: 1, type: 'x' },
      { note: 2, type: 'y' },
      'note',
      { note: 1, type: 'y' },
    ],
    ['the first transitions', {}, { transitions: [{ event: 'audioComplete' }] }, 'transitions', {}],
    [
      'the only transitions',
      { transitions: [{ event: 'audioComplete' }] },
      {},
      'transitions',
      { transitions: [{ event: 'audioComplete' }] },
    ],
  ])('of one value leaves the others: %s', (_, before, after, key, expected) => {
    const result = revert(plain(before), plain(after), ({ path }) => path.endsWith(`/${key}`));
    expect(textOf(result)).toEqual(canonicalText(plain(expected)));
  });

  it('of values of the flow leaves the others', () => {
    const before = { ...flow(message('a'), message('b')), notes: [1] } as FlowDefinition;
    const after = {
      ...before,
      description: 'New',
      initial_state: 'b',
      notes: undefined,
      flags: { allow_concurrent_calls: true },
    } as FlowDefinition;
    const result = revert(
      before,
      after,
      ({ path }) => path === '#/notes' || path === '#/flags' || path === '#/initial_state',
    );
    expect(textOf(result)).toEqual(canonicalText({ ...before, description: 'New' }));
  });

  it('of a rename gives back the name everywhere, of a change in a renamed widget only that', () => {
    const before = flow(message('a', 'b'), message('b', 'c'), message('c', 'b'));
    const after = flow(message('a', 'bee'), message('bee', 'c', 'Ho'), message('c', 'bee'));
    expect(textOf(revert(before, after, ({ kind }) => kind === 'widget-renamed'))).toEqual(
      canonicalText(flow(message('a', 'b'), message('b', 'c', 'Ho'), message('c', 'b'))),
    );
    expect(textOf(revert(before, after, ({ kind }) => kind === 'property-changed'))).toEqual(
      canonicalText(flow(message('a', 'bee'), message('bee', 'c'), message('c', 'bee'))),
    );
  });

  it('of the whole list of widgets, where names are not unique, keeps other values of the flow', () => {
    const before = flow(message('a'), message('a'));
    const after = { ...flow(message('a')), description: 'New' };
    const result = revert(before, after, ({ path }) => path === '#/states');
    expect(textOf(result)).toEqual(canonicalText({ ...before, description: 'New' }));
    const all = revert(before, after, () => true);
    expect(textOf(all)).toEqual(canonicalText(before));
    expect(textOf(revert(before, after, ({ path }) => path === '#/description'))).toEqual(
      canonicalText({ ...after, description: '' }),
    );
  });

  it.each<[string, FlowDefinition, FlowDefinition, string, object[], string[]]>([
    [
      'the new widget that leads there',
      flow(message('a')),
      flow(message('a'), message('b'), message('c', 'b')),
      'Adds b (Send message).',
      [{ from: 'c', to: 'b' }],
      ['Adds c (Send message).'],
    ],
    [
      'the beginning of the flow',
      flow(message('a')),
      { ...flow(message('a'), message('b')), initial_state: 'b' },
      'Adds b (Send message).',
      [{ from: null, to: 'b' }],
      ['The widget where the flow begins is now "b" instead of "a".'],
    ],
    [
      'the whole list that leads there',
      flow({ ...message('a'), transitions: [] }),
      flow(message('a', 'b'), message('b')),
      'Adds b (Send message).',
      [{ from: 'a', to: 'b' }],
      ['The order of the events of a changes.', "'Sent' of a now goes to b."],
    ],
    [
      'what leads to the widget that comes along',
      flow(message('a', 'b'), message('b', 'c'), message('c')),
      flow(message('a')),
      "'Sent' of a no longer goes to b.",
      [{ from: 'a', to: 'b' }],
      ['Removes b (Send message).', 'Removes c (Send message).'],
    ],
    [
      'nothing that would help',
      flow(message('a', 'gone')),
      flow(message('a')),
      "'Sent' of a no longer goes to gone.",
      [{ from: 'a', to: 'gone' }],
      [],
    ],
    [
      'nothing beside what is missing anyway',
      flow(message('a', 'b'), message('b', 'c'), message('c')),
      flow(message('a'), { ...message('d', 'lost'), type: 'say-play' }),
      "'Sent' of a no longer goes to b.",
      [{ from: 'a', to: 'b' }],
      ['Removes b (Send message).', 'Removes c (Send message).'],
    ],
  ])('needs %s, and no other change', (_, before, after, chosen, missing, needed) => {
    const other = (transitions: object[], x: number, body: string): State =>
      ({
        name: 'other',
        type: 'send-message',
        transitions,
        properties: { body, offset: { x, y: 0 } },
      }) as State;
    const gone = { name: 'gone_too', type: 'record-call', transitions: [branch(null, yes)] } as State;
    const early = [other([{ event: 'sent' }, branch(null, yes), branch(null, no)], 0, 'Hi'), gone];
    const late = [
      other([{ event: 'sent', next: 'other' }, branch(null, no), branch(null, yes)], 9, 'Ho'),
      { name: 'new', type: 'say-play', properties: { say: 'New' } },
    ];
    const result = revert(
      { ...before, states: [...before.states, ...early] },
      { ...after, description: 'New', states: [...after.states, ...late] },
      ({ text }) => text === chosen,
    );
    expect(result.ok ? result : { ...result, needed: result.needed.map(({ text }) => text) }).toEqual({
      ...{ ok: false, missing, needed },
    });
  });
});
