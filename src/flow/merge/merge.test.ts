import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalDefinition, canonicalText } from '../canonical/canonical.ts';
import { mergeText } from '../change/merge-text.ts';
import type { FlowDefinition, Transition } from '../definition.ts';
import { diff } from '../diff/diff.ts';
import { addWidget } from '../edit/add-widget.ts';
import { addBranch, removeBranch, setCondition } from '../edit/branches.ts';
import { connect } from '../edit/connect.ts';
import { moveWidgets } from '../edit/move-widgets.ts';
import { removeWidgets } from '../edit/remove-widgets.ts';
import { renameWidget } from '../edit/rename-widget.ts';
import { setDescription, setFlags } from '../edit/set-flow.ts';
import { setProperty } from '../edit/set-property.ts';
import { knownEdits, performKnown } from '../testing/known-edits.ts';
import { editScript, grownFlow, perform } from '../testing/random-edits.ts';
import { appointmentFlow, isReply, nextOf, widget } from '../testing/test-flow.ts';
import { validate } from '../validation/validate.ts';
import { conflictKey, merge } from './merge.ts';

const base = appointmentFlow();

const reply = (value: string) => ({
  ...{ arguments: ['{{widgets.ask.inbound.Body}}'], friendly_name: `If value equal_to ${value}` },
  ...{ type: 'equal_to', value },
});

const branch = (value: string, next: string): Transition => ({
  ...{ conditions: [reply(value)], event: 'match', next },
});
const branches = {
  ...{ yes: branch('yes', 'thank'), no: branch('no', 'ask') },
  ...{ maybe: branch('maybe', 'greet'), late: branch('late', 'thank') },
};

/** The flow with more in one of its widgets. */
function retyped(name: string, more: object): FlowDefinition {
  return { ...base, states: base.states.map((each) => (each.name === name ? { ...each, ...more } : each)) };
}

/** The flow with a widget more. */
function withNew(offset: { x: number; y: number }): FlowDefinition {
  return { ...base, states: [...base.states, { name: 'new', type: 'trigger', properties: { offset } }] };
}

/** The flow with other branches. */
function checking(transitions: Transition[]): FlowDefinition {
  return { ...retyped('check', { transitions }), description: 'checking' };
}

function renamed(definition: FlowDefinition, from: string, to: string): FlowDefinition {
  const result = renameWidget(definition, from, to);
  if (!result.ok) throw new Error(result.reason);
  return result.definition;
}

function merged(ours: FlowDefinition, theirs: FlowDefinition): FlowDefinition {
  const result = merge({ base, ours, theirs });
  if (!result.ok) throw new Error(JSON.stringify(result));
  return result.definition;
}

function conflicts(ours: FlowDefinition, theirs: FlowDefinition): string[] {
  const result = merge({ base, ours, theirs });
  return result.ok ? [] : result.conflicts.map(({ text }) => text);
}

describe('a merge', () => {
  it('of one side alone is that side', () => {
    const ours = setProperty(renamed(base, 'ask', 'question'), 'greet', 'body', 'Hi');
    expect(canonicalText(merged(ours, base))).toBe(canonicalText(ours));
    expect(canonicalText(merged(base, ours))).toBe(canonicalText(ours));
    expect(canonicalText(merged(ours, ours))).toBe(canonicalText(ours));
  });

  it('takes renames of two copies that lie on each other', () => {
    const copied = {
      ...base,
      states: [...base.states, { ...base.states.find(({ name }) => name === 'thank'), name: 'copy' }],
    };
    const original = connect(copied, { widget: 'greet', outlet: 'failed' }, 'copy');
    const ours = renamed(renamed(original, 'thank', 'first'), 'copy', 'second');
    const theirs = setProperty(original, 'thank', 'body', 'Thanks');
    const result = merge({ base: original, ours, theirs });
    expect(canonicalText(result.ok ? result.definition : original)).toBe(
      canonicalText(setProperty(ours, 'first', 'body', 'Thanks')),
    );
  });

  it('does not take an error that was there before for a new one where the widget is renamed', () => {
    const original = setProperty(base, 'greet', 'body', 5);
    const ours = renamed(original, 'greet', 'welcome');
    const theirs = setProperty(original, 'ask', 'body', 'Yes or no, please?');
    expect(merge({ base: original, ours, theirs }).ok).toBe(true);
    expect(merge({ base: original, ours: theirs, theirs: ours }).ok).toBe(true);
  });

  it('takes changes of different properties, connections and branches of one widget', () => {
    const ours = setCondition(
      connect(setProperty(base, 'greet', 'body', 'Hi'), { widget: 'ask', outlet: 'timeout' }, 'thank'),
      'check',
      'match',
      0,
      { value: 'sure' },
    );
    const theirs = addBranch(
      connect(setProperty(base, 'greet', 'from', 'Bot'), { widget: 'check', outlet: 'noMatch' }, 'greet'),
      'check',
      [isReply('maybe')],
    ).definition;
    const both = merged(ours, theirs);
    expect(widget(both, 'greet').properties).toMatchObject({ body: 'Hi', from: 'Bot' });
    expect(nextOf(both, 'ask', 'timeout')).toBe('thank');
    expect(nextOf(both, 'check', 'noMatch')).toBe('greet');
    expect(
      widget(both, 'check').transitions?.flatMap(({ conditions = [] }) => conditions[0]?.value ?? []),
    ).toEqual(['sure', 'no', 'maybe']);
  });

  it('follows a rename into what the other side wrote', () => {
    const ours = renamed(base, 'ask', 'question');
    const theirs = setProperty(
      connect(base, { widget: 'thank', outlet: 'sent' }, 'ask'),
      'greet',
      'body',
      '{{widgets.ask.inbound.Body}}',
    );
    const both = merged(ours, theirs);
    expect(nextOf(both, 'thank', 'sent')).toBe('question');
    expect(widget(both, 'greet').properties?.body).toBe('{{widgets.question.inbound.Body}}');
  });

  it('puts branches that both sides add in the order ours, theirs', () => {
    const ours = addBranch(base, 'check', [isReply('ours')]).definition;
    const theirs = addBranch(base, 'check', [isReply('theirs')]).definition;
    for (const [mine, yours, order] of [
      [ours, theirs, ['yes', 'no', 'ours', 'theirs']],
      [theirs, ours, ['yes', 'no', 'theirs', 'ours']],
    ] as const)
      expect(
        widget(merged(mine, yours), 'check').transitions?.flatMap(
          ({ conditions = [] }) => conditions[0]?.value ?? [],
        ),
      ).toEqual(order);
  });

  it('merges a text that both sides changed at different places', () => {
    const ours = setProperty(base, 'ask', 'body', 'Yes or no, please?');
    const theirs = setProperty(base, 'ask', 'body', 'Hi. Yes or no?');
    expect(conflicts(ours, setProperty(base, 'ask', 'body', 'Yes or never?'))).toEqual([
      "Both sides changed 'body' of ask.",
    ]);
    expect(widget(merged(ours, theirs), 'ask').properties?.body).toBe('Hi. Yes or no, please?');
  });

  it.each<
    [
      string,
      FlowDefinition,
      FlowDefinition,
      { widget: string | null; part: string; versions: object; text: string },
    ]
  >([
    [
      'one property',
      setProperty(base, 'greet', 'body', 'Hi'),
      setProperty(base, 'greet', 'body', 'Good day'),
      {
        ...{ widget: 'greet', part: 'body', text: "Both sides changed 'body' of greet." },
        versions: { base: 'Hello', ours: 'Hi', theirs: 'Good day' },
      },
    ],
    [
      'one connection',
      connect(base, { widget: 'greet', outlet: 'failed' }, 'thank'),
      connect(base, { widget: 'greet', outlet: 'failed' }, 'ask'),
      {
        ...{ widget: 'greet', part: 'failed', text: "Both sides changed 'failed' of greet." },
        versions: { base: undefined, ours: 'thank', theirs: 'ask' },
      },
    ],
    [
      'one condition',
      setCondition(base, 'check', 'match', 0, { value: 'a' }),
      setCondition(base, 'check', 'match', 0, { value: 'b' }),
      {
        ...{ widget: 'check', part: 'match', text: "Both sides changed 'conditions' of check." },
        versions: { base: [reply('yes')], ours: [reply('a')], theirs: [reply('b')] },
      },
    ],
    [
      'a removed and a changed widget',
      removeWidgets(base, ['thank']),
      setProperty(base, 'thank', 'body', 'x'),
      {
        ...{ widget: 'thank', part: 'widget', text: 'thank was removed by us and changed by them.' },
        versions: {
          base: widget(canonicalDefinition(base), 'thank'),
          ours: undefined,
          theirs: widget(canonicalDefinition(setProperty(base, 'thank', 'body', 'x')), 'thank'),
        },
      },
    ],
    [
      'a changed and a removed widget',
      setProperty(base, 'thank', 'body', 'x'),
      removeWidgets(base, ['thank']),
      {
        ...{ widget: 'thank', part: 'widget', text: 'thank was removed by them and changed by us.' },
        versions: {
          base: widget(canonicalDefinition(base), 'thank'),
          ours: widget(canonicalDefinition(setProperty(base, 'thank', 'body', 'x')), 'thank'),
          theirs: undefined,
        },
      },
    ],
    [
      'a removed and a changed branch',
      removeBranch(base, 'check', 'match'),
      setCondition(base, 'check', 'match', 0, { value: 'a' }),
      {
        ...{ widget: 'check', part: 'match' },
        text: 'A branch of check was removed on one side and changed on the other.',
        versions: {
          base: { conditions: [reply('yes')], event: 'match', next: 'thank' },
          ours: undefined,
          theirs: { conditions: [reply('a')], event: 'match', next: 'thank' },
        },
      },
    ],
    [
      'two renames of a widget',
      renamed(base, 'ask', 'a'),
      renamed(base, 'ask', 'b'),
      {
        ...{ widget: 'ask', part: 'name', text: 'ask was renamed to a by us and to b by them.' },
        versions: { base: 'ask', ours: 'a', theirs: 'b' },
      },
    ],
    [
      'two widgets of one name',
      { ...base, states: [...base.states, { name: 'x', type: 'say-play' }] },
      { ...base, states: [...base.states, { name: 'x', type: 'send-message' }] },
      {
        ...{ widget: 'x', part: 'widget', text: 'Both sides added a widget named x.' },
        versions: {
          base: undefined,
          ours: { name: 'x', type: 'say-play' },
          theirs: { name: 'x', type: 'send-message' },
        },
      },
    ],
    [
      'a new widget of the name that another one got',
      renamed(base, 'thank', 'x'),
      { ...base, states: [...base.states, { name: 'x', type: 'say-play' }] },
      {
        ...{ widget: 'x', part: 'name' },
        text: 'Both sides have a new widget named x, one of them by a rename.',
        versions: { base: undefined, ours: 'x', theirs: 'x' },
      },
    ],
    [
      'such a name beside a rename of theirs',
      renamed(base, 'thank', 'x'),
      {
        ...renamed(base, 'greet', 'g'),
        states: [...renamed(base, 'greet', 'g').states, { name: 'x', type: 'say-play' }],
      },
      {
        ...{ widget: 'x', part: 'name' },
        text: 'Both sides have a new widget named x, one of them by a rename.',
        versions: { base: undefined, ours: 'x', theirs: 'x' },
      },
    ],
    [
      'two descriptions',
      setDescription(base, 'A'),
      setDescription(base, 'B'),
      {
        ...{ widget: null, part: 'description', text: "Both sides changed 'description' of the flow." },
        versions: { base: 'Appointment', ours: 'A', theirs: 'B' },
      },
    ],
    [
      'the order of branches',
      checking([branches.no, branches.yes, branches.maybe]),
      checking([branches.yes, branches.maybe, branches.no]),
      {
        ...{ widget: 'check', part: 'match', text: "Both sides changed 'order' of check." },
        versions: { base: [0, 1, 2], ours: [1, 0, 2], theirs: [0, 2, 1] },
      },
    ],
    [
      'a new branch that leads elsewhere',
      checking([branches.yes, branches.no, branches.maybe, { ...branches.late, next: 'ask' }]),
      checking([branches.yes, branches.no, branches.maybe, { ...branches.late, next: 'greet' }]),
      {
        ...{ widget: 'check', part: 'match', text: "Both sides changed 'match' of check." },
        versions: {
          base: undefined,
          ours: { ...branches.late, next: 'ask' },
          theirs: { ...branches.late, next: 'greet' },
        },
      },
    ],
    [
      'how many conditions a branch has',
      checking([{ ...branches.yes, conditions: [reply('yes'), reply('a')] }, branches.no, branches.maybe]),
      checking([{ ...branches.yes, conditions: [reply('yes'), reply('b')] }, branches.no, branches.maybe]),
      {
        ...{ widget: 'check', part: 'match', text: "Both sides changed 'conditions' of check." },
        versions: {
          base: [reply('yes')],
          ours: [reply('yes'), reply('a')],
          theirs: [reply('yes'), reply('b')],
        },
      },
    ],
    [
      'a type',
      retyped('thank', { type: 'say-play' }),
      retyped('thank', { type: 'run-function' }),
      {
        ...{ widget: 'thank', part: 'type', text: "Both sides changed 'type' of thank." },
        versions: { base: 'send-message', ours: 'say-play', theirs: 'run-function' },
      },
    ],
  ])(
    'reports %s as a conflict with both sides, and takes the one that is chosen',
    (_, ours, theirs, conflict) => {
      const original =
        ours.description === 'checking' ? checking([branches.yes, branches.no, branches.maybe]) : base;
      expect(merge({ base: original, ours, theirs })).toEqual({ ok: false, conflicts: [conflict] });
      const chosen = (side: 'ours' | 'theirs') =>
        merge({ base: original, ours, theirs }, new Map([[conflictKey(conflict as never), side]]));
      if (conflict.text.includes('by a rename')) return;
      const isRemoval = conflict.part === 'widget' && conflict.text.includes('removed');
      // What led to the removed widget does so no more.
      const kept = (side: FlowDefinition, other: FlowDefinition) =>
        !isRemoval || side.states.length < other.states.length
          ? side
          : { ...other, states: [...other.states, widget(side, 'thank')] };
      expect(chosen('ours')).toEqual({ ok: true, definition: canonicalDefinition(kept(ours, theirs)) });
      expect(chosen('theirs')).toEqual({ ok: true, definition: canonicalDefinition(kept(theirs, ours)) });
    },
  );

  it.each<[string, object, object, object]>([
    ['a property each', { properties: { a: 1 } }, { properties: { b: 2 } }, { properties: { a: 1, b: 2 } }],
    ['a key each', { a: 1 }, { b: { c: 2 } }, { a: 1, b: { c: 2 } }],
    [
      'the same',
      { a: 1, properties: { b: 2 } },
      { a: 1, properties: { b: 2 } },
      { a: 1, properties: { b: 2 } },
    ],
    [
      'a removed and an added property',
      { properties: {} },
      { properties: { body: 'Hello', b: 2 } },
      { properties: { b: 2 } },
    ],
    ['no properties', { properties: undefined }, { properties: undefined }, { properties: undefined }],
    ['no transitions', { transitions: undefined }, { transitions: undefined }, { transitions: undefined }],
    [
      'a position of theirs',
      {},
      { properties: { body: 'Hello', offset: { x: 2, y: 0 } } },
      { properties: { body: 'Hello', offset: { x: 2, y: 0 } } },
    ],
    [
      'a removed position',
      { properties: { body: 'Ho' } },
      { properties: { body: 'Hello' } },
      { properties: { body: 'Ho' } },
    ],
    [
      'two positions',
      { properties: { body: 'Ho', offset: { x: 1, y: 0 } } },
      { properties: { body: 'Hello', offset: { x: 2, y: 0 } }, a: 1 },
      { properties: { body: 'Ho', offset: { x: 1, y: 0 } }, a: 1 },
    ],
  ])('takes of one widget %s', (_, ours, theirs, both) => {
    const result = merged(retyped('greet', ours), retyped('greet', theirs));
    expect(result).toEqual(canonicalDefinition(retyped('greet', both)));
  });

  it.each<[string, unknown, unknown, unknown, unknown]>([
    [
      'notes of both',
      { a: { x: 1, y: 1 } },
      { a: { x: 2, y: 1 } },
      { a: { x: 1, y: 2 } },
      { a: { x: 2, y: 2 } },
    ],
    ['our number of two', { a: 1 }, { a: 2 }, { a: 3 }, { a: 2 }],
    ['a note of each', undefined, { a: { x: 1 } }, { b: 'b' }, { a: { x: 1 }, b: 'b' }],
    ['what one of them removed', { a: 1, b: 1 }, { b: 1 }, { a: 1, b: 2 }, { b: 2 }],
    [
      'both changes of a text',
      { a: 'one two three' },
      { a: 'ONE two three' },
      { a: 'one two THREE' },
      { a: 'ONE two THREE' },
    ],
    ['nothing where they disagree', { a: { x: 'a' } }, { a: { x: 'b' } }, { a: { x: 'c' } }, null],
    ['nothing where they are of two kinds', { a: 1 }, { a: 2 }, { a: 'x' }, null],
    ['nothing where one is a list', { a: {} }, { a: { x: 1 } }, { a: [1] }, null],
    ['nothing where one has removed what the other changed', { a: { x: 1 } }, {}, { a: { x: 2 } }, null],
  ])('takes %s', (_, ui, ours, theirs, both) => {
    const noted = (value: unknown) =>
      ({ ...base, ...(value !== undefined && { ui: value }) }) as FlowDefinition;
    const result = merge({ base: noted(ui), ours: noted(ours), theirs: noted(theirs) });
    expect(result).toMatchObject(
      both === null
        ? {
            ok: false,
            conflicts: [{ widget: null, part: 'ui', text: "Both sides changed 'ui' of the flow." }],
          }
        : { ok: true, definition: canonicalDefinition(noted(both)) },
    );
  });

  it.each<[string, Transition[], Transition[], Transition[], Transition[]]>([
    [
      'a removed and an unchanged branch',
      [branches.yes, branches.no],
      [branches.no],
      [branches.yes, branches.no],
      [branches.no],
    ],
    ['a branch that both removed', [branches.yes, branches.no], [branches.no], [branches.no], [branches.no]],
    [
      'the same new branch',
      [branches.yes],
      [branches.yes, branches.no],
      [branches.yes, branches.no],
      [branches.yes, branches.no],
    ],
    [
      'a new branch of each',
      [branches.yes],
      [branches.no, branches.yes],
      [branches.yes, branches.maybe],
      [branches.no, branches.yes, branches.maybe],
    ],
    [
      'a new branch of each at one place',
      [branches.yes],
      [branches.yes, branches.no],
      [branches.yes, branches.maybe],
      [branches.yes, branches.no, branches.maybe],
    ],
    [
      'our order and their branch',
      [branches.yes, branches.no],
      [branches.no, branches.yes],
      [branches.yes, branches.maybe, branches.no],
      [branches.no, branches.yes, branches.maybe],
    ],
    [
      'their order and our branch',
      [branches.yes, branches.no],
      [branches.yes, branches.maybe, branches.no],
      [branches.no, branches.yes],
      [branches.no, branches.yes, branches.maybe],
    ],
    [
      'the order of both',
      [branches.yes, branches.no],
      [branches.no, branches.yes],
      [branches.no, branches.yes],
      [branches.no, branches.yes],
    ],
    [
      'a condition and a connection of one branch',
      [branches.yes],
      [{ ...branches.yes, conditions: [reply('sure')] }],
      [{ ...branches.yes, next: 'greet' }],
      [{ ...branches.yes, conditions: [reply('sure')], next: 'greet' }],
    ],
    [
      'one of two conditions each',
      [{ ...branches.yes, conditions: [reply('a'), reply('b')] }],
      [{ ...branches.yes, conditions: [reply('c'), reply('b')] }],
      [{ ...branches.yes, conditions: [reply('a'), reply('d')] }],
      [{ ...branches.yes, conditions: [reply('c'), reply('d')] }],
    ],
    [
      'a condition more of one side',
      [{ ...branches.yes, conditions: [reply('a')] }],
      [{ ...branches.yes, conditions: [reply('a'), reply('b')] }],
      [{ ...branches.yes, conditions: [reply('a')] }],
      [{ ...branches.yes, conditions: [reply('a'), reply('b')] }],
    ],
    [
      'a disconnection',
      [{ event: 'noMatch', next: 'ask' }],
      [{ event: 'noMatch' }],
      [{ event: 'noMatch', next: 'ask' }, branches.yes],
      [{ event: 'noMatch' }, branches.yes],
    ],
    [
      'new branches of both, ours in another order',
      [branches.yes, branches.no],
      [branches.no, branches.late, branches.yes],
      [branches.yes, branches.maybe, branches.no, branch('last', 'ask')],
      [branches.no, branches.late, branch('last', 'ask'), branches.yes, branches.maybe],
    ],
    [
      'new branches of both, theirs in another order',
      [branches.yes, branches.no],
      [branches.yes, branches.maybe, branches.no, branch('last', 'ask')],
      [branches.no, branches.late, branches.yes],
      [branches.no, branch('last', 'ask'), branches.late, branches.yes, branches.maybe],
    ],
    [
      'new branches of both at the beginning',
      [branches.yes],
      [branches.no, branches.yes],
      [branches.maybe, branches.late, branches.yes],
      [branches.no, branches.maybe, branches.late, branches.yes],
    ],
    [
      'a branch that one side removed and the other moved',
      [branches.yes, branches.no, branches.maybe],
      [branches.no, branches.maybe],
      [branches.maybe, branches.yes, branches.no],
      [branches.maybe, branches.no],
    ],
    [
      'the same new branch at two places, beside another one',
      [branches.yes, branches.no],
      [branches.maybe, branches.yes, branches.no],
      [branches.yes, branches.no, branches.maybe, branches.late],
      [branches.yes, branches.no, branches.maybe, branches.late],
    ],
  ])('takes of the branches %s', (_, was, ours, theirs, both) => {
    const result = merge({ base: checking(was), ours: checking(ours), theirs: checking(theirs) });
    expect(result).toEqual({ ok: true, definition: canonicalDefinition(checking(both)) });
  });

  it('reports a connection to a widget that the other side removed', () => {
    const ours = removeWidgets(base, ['thank']);
    const theirs = connect(base, { widget: 'ask', outlet: 'timeout' }, 'thank');
    const message = "Next widget 'thank' of event 'timeout' must match a widget name.";
    expect(merge({ base, ours, theirs })).toEqual({
      ok: false,
      conflicts: [
        {
          ...{
            widget: 'ask',
            part: 'result',
            text: `Taken together the changes are not valid: ${message} (ask)`,
          },
          versions: { base: undefined, ours: undefined, theirs: undefined },
        },
      ],
    });
  });

  it('takes our position of two, and a removal of what was only moved', () => {
    const [mine, yours] = [10, 20].map((x) => moveWidgets(base, new Map([['thank', { x, y: 0 }]])));
    if (mine === undefined || yours === undefined) throw new Error('No flows.');
    expect(widget(merged(mine, yours), 'thank').properties?.offset).toEqual({ x: 10, y: 0 });
    expect(widget(merged(removeWidgets(base, ['thank']), yours), 'thank')).toEqual({});
  });

  it('refuses flows whose widgets cannot be told apart', () => {
    const twice = { ...base, states: [...base.states, ...base.states.slice(0, 1)] };
    const refusal = 'A merge needs flows in which each widget has a name of its own.';
    for (const versions of [
      { base: twice, ours: base, theirs: base },
      { base, ours: twice, theirs: base },
      { base, ours: base, theirs: twice },
    ])
      expect(merge(versions)).toEqual({ ok: false, conflicts: [], refusal });
  });

  it.each<[string, boolean, string[], string[]]>([
    ['one of four widgets in common', true, ['a', 'b', 'c', 'd'], ['a', 'x', 'y', 'z']],
    ['none of three in common', false, ['a', 'b', 'c'], ['x', 'y', 'z']],
    ['one of five in common', false, ['a', 'b', 'c', 'd', 'e'], ['a', 'v', 'x', 'y', 'z']],
    ['one of the three that it had', true, ['a', 'b', 'c'], ['a', 'v', 'w', 'x', 'y', 'z']],
    ['one of the three that are left', true, ['a', 'b', 'c', 'd', 'e', 'f'], ['a', 'x', 'y']],
    ['two other widgets', true, ['a', 'b', 'c', 'd'], ['x', 'y']],
  ])('of a flow with %s is possible: %j', (_, isPossible, was, is) => {
    // Others of each type, so that none of them is taken for a renamed one.
    const flowOf = (names: string[], types: string[]): FlowDefinition => ({
      ...{ description: '', initial_state: 'Trigger' },
      states: [
        { name: 'Trigger', type: 'trigger' },
        ...names.map((name, at) => ({ name, type: name === 'a' ? 'set-variables' : (types[at % 3] ?? '') })),
      ],
    });
    const [one, other] = [
      flowOf(was, ['record-call', 'say-play', 'run-function']),
      flowOf(is, ['send-message', 'split-based-on', 'create-task']),
    ];
    for (const versions of [
      { base: one, ours: other, theirs: one },
      { base: one, ours: one, theirs: other },
    ])
      expect(merge(versions)).toEqual(
        isPossible
          ? { ok: true, definition: canonicalDefinition(other) }
          : { ok: false, conflicts: [], refusal: 'These flows have no common origin.' },
      );
  });

  it.each<[string, FlowDefinition, FlowDefinition, FlowDefinition]>([
    [
      'a rename of each',
      renamed(base, 'ask', 'a'),
      renamed(base, 'greet', 'g'),
      renamed(renamed(base, 'ask', 'a'), 'greet', 'g'),
    ],
    ['the same rename', renamed(base, 'ask', 'a'), renamed(base, 'ask', 'a'), renamed(base, 'ask', 'a')],
    [
      'a rename and a change of the widget',
      renamed(base, 'ask', 'a'),
      setProperty(base, 'ask', 'body', 'Well?'),
      renamed(setProperty(base, 'ask', 'body', 'Well?'), 'ask', 'a'),
    ],
    [
      'a rename and a removal of another',
      renamed(base, 'ask', 'a'),
      removeWidgets(base, ['thank']),
      renamed(removeWidgets(base, ['thank']), 'ask', 'a'),
    ],
    [
      'a removal of what only moved',
      removeWidgets(base, ['thank']),
      moveWidgets(base, new Map([['thank', { x: 9, y: 9 }]])),
      removeWidgets(base, ['thank']),
    ],
    [
      'a removal of the same',
      removeWidgets(base, ['thank']),
      removeWidgets(base, ['thank']),
      removeWidgets(base, ['thank']),
    ],
    [
      'the same new widget at two places, ours',
      withNew({ x: 1, y: 1 }),
      withNew({ x: 2, y: 2 }),
      withNew({ x: 1, y: 1 }),
    ],
    [
      'our position and their text',
      moveWidgets(base, new Map([['ask', { x: 9, y: 9 }]])),
      setProperty(base, 'ask', 'body', 'Well?'),
      moveWidgets(setProperty(base, 'ask', 'body', 'Well?'), new Map([['ask', { x: 9, y: 9 }]])),
    ],
    [
      'their position and our text',
      setProperty(base, 'ask', 'body', 'Well?'),
      moveWidgets(base, new Map([['ask', { x: 9, y: 9 }]])),
      moveWidgets(setProperty(base, 'ask', 'body', 'Well?'), new Map([['ask', { x: 9, y: 9 }]])),
    ],
  ])('takes %s', (_, ours, theirs, both) => {
    const result = merge({ base, ours, theirs });
    expect(result).toEqual({ ok: true, definition: canonicalDefinition(both) });
  });

  it('decides a rename for the side that is chosen, in both of them', () => {
    const ours = setProperty(renamed(base, 'ask', 'a'), 'greet', 'body', 'Hi');
    const theirs = setProperty(renamed(base, 'ask', 'b'), 'thank', 'body', 'Bye');
    const result = merge({ base, ours, theirs });
    const [conflict] = result.ok ? [] : result.conflicts;
    if (conflict === undefined) throw new Error('There is no conflict.');
    expect(JSON.parse(conflictKey(conflict))).toEqual([
      'ask',
      'name',
      { base: 'ask', ours: 'a', theirs: 'b' },
    ]);
    for (const [side, name] of [
      ['ours', 'a'],
      ['theirs', 'b'],
    ] as const)
      expect(merge({ base, ours, theirs }, new Map([[conflictKey(conflict), side]]))).toEqual({
        ok: true,
        definition: canonicalDefinition(
          setProperty(setProperty(renamed(base, 'ask', name), 'greet', 'body', 'Hi'), 'thank', 'body', 'Bye'),
        ),
      });
  });

  it('reports several conflicts together, without what follows from them', () => {
    const ours = setDescription(setProperty(removeWidgets(base, ['thank']), 'greet', 'body', 'Hi'), 'A');
    const theirs = setDescription(
      setProperty(connect(base, { widget: 'ask', outlet: 'timeout' }, 'thank'), 'greet', 'body', 'Ho'),
      'B',
    );
    expect(conflicts(ours, theirs)).toEqual([
      "Both sides changed 'description' of the flow.",
      "Both sides changed 'body' of greet.",
    ]);
  });

  it('refuses flows without a common origin', () => {
    const other = ['a', 'b', 'c', 'd'].reduce(
      (all, name) => addWidget(all, 'say-play', { x: 0, y: 0 }, name).definition,
      removeWidgets(base, ['greet', 'ask', 'check', 'thank']),
    );
    expect(merge({ base, ours: other, theirs: base })).toEqual({
      ok: false,
      conflicts: [],
      refusal: 'These flows have no common origin.',
    });
  });
});

describe('any merge', () => {
  it('is a valid flow when both sides are, or names its conflicts', () => {
    fc.assert(
      fc.property(grownFlow, editScript, editScript, (flow, first, second) => {
        const [ours, theirs] = [first.reduce(perform, flow), second.reduce(perform, flow)];
        const result = merge({ base: flow, ours, theirs });
        if (result.ok) {
          const known = [ours, theirs].flatMap(errorsOf);
          expect(errorsOf(result.definition).filter((each) => !known.includes(each))).toEqual([]);
          expect(canonicalText(result.definition)).toBe(
            canonicalText(canonicalDefinition(result.definition)),
          );
        } else expect(result.conflicts.length > 0 || 'refusal' in result).toBe(true);
      }),
      { numRuns: 150 },
    );
  });

  it('of edits of different widgets has no conflict and has both', () => {
    fc.assert(
      fc.property(grownFlow, fc.nat(), fc.nat(), (flow, first, second) => {
        const names = flow.states.map(({ name = '' }) => name).filter((name) => name !== 'Trigger');
        const mine = names[first % names.length] ?? '';
        const others = names.filter((name) => name !== mine);
        const yours = others[second % others.length] ?? '';
        const ours = setProperty(renamed(flow, mine, 'mine'), 'mine', 'note', 'ours');
        const theirs = setFlags(setProperty(flow, yours, 'note', 'theirs'), {
          allow_concurrent_calls: false,
        });
        const result = merge({ base: flow, ours, theirs });
        expect(result).toMatchObject({ ok: true });
        if (!result.ok) return;
        expect(widget(result.definition, 'mine').properties?.note).toBe('ours');
        expect(widget(result.definition, yours).properties?.note).toBe('theirs');
        expect(result.definition.flags).toEqual({ allow_concurrent_calls: false });
      }),
    );
  });

  it('of any edits of different widgets has the edits of both', () => {
    fc.assert(
      fc.property(grownFlow, knownEdits, knownEdits, (flow, first, second) => {
        const taken = new Set<string>();
        const ours = performKnown(flow, first, taken);
        const theirs = performKnown(flow, second, taken);
        const result = merge({ base: flow, ours: ours.flow, theirs: theirs.flow });
        expect(result).toMatchObject({ ok: true });
        if (!result.ok) return;
        expect(
          diff(flow, result.definition)
            .changes.map(({ kind, widget: name }) => `${kind} ${name}`)
            .sort(),
        ).toEqual(
          [...ours.expected, ...theirs.expected].map(({ kind, widget: name }) => `${kind} ${name}`).sort(),
        );
      }),
      { numRuns: 150 },
    );
  });

  it('of two values in one place reports the conflict', () => {
    fc.assert(
      fc.property(grownFlow, fc.nat(), fc.integer(), fc.integer(), (flow, at, mine, yours) => {
        const { name = '' } = flow.states[at % flow.states.length] ?? {};
        const result = merge({
          base: flow,
          ours: setProperty(flow, name, 'note', mine),
          theirs: setProperty(flow, name, 'note', yours),
        });
        expect(result.ok).toBe(mine === yours);
      }),
    );
  });
});

describe('the merge of texts', () => {
  it.each([
    ['one two three', 'ONE two three', 'one two THREE', 'ONE two THREE'],
    ['one two three', 'ONE two three', 'uno two three', null],
    ['a\nb\nc\n', 'a\nb\nc\nd\n', 'x\nb\nc\n', 'x\nb\nc\nd\n'],
    ['{{a | b}} and c', '{{a | x}} and c', '{{a | b}} and d', '{{a | x}} and d'],
    ['{{a | b}} c', '{{a | x}} c', '{{z | b}} c', null],
    ['', 'a', 'a', 'a'],
  ])('of %j, %j and %j is %j', (original, ours, theirs, result) => {
    expect(mergeText({ base: original, ours, theirs })).toBe(result);
  });

  it('keeps a text that one side left alone', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (original, ours) => {
        expect(mergeText({ base: original, ours, theirs: original })).toBe(ours);
      }),
    );
  });
});

function errorsOf(definition: FlowDefinition): string[] {
  return validate(definition)
    .filter(({ severity }) => severity === 'error')
    .map(({ message }) => message);
}
