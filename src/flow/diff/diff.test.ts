import { describe, expect, it } from 'vitest';
import { canonicalDefinition, canonicalText } from '../canonical/canonical.ts';
import { renameWidgets } from '../change/rename-widgets.ts';
import type { FlowDefinition } from '../definition.ts';
import { addWidget } from '../edit/add-widget.ts';
import { addBranch, moveBranch, removeBranch, setCondition } from '../edit/branches.ts';
import { connect } from '../edit/connect.ts';
import { moveWidgets } from '../edit/move-widgets.ts';
import { removeWidgets } from '../edit/remove-widgets.ts';
import { renameWidget } from '../edit/rename-widget.ts';
import { setDescription, setFlags } from '../edit/set-flow.ts';
import { setProperty } from '../edit/set-property.ts';
import { outletsOf } from '../graph.ts';
import { appointmentFlow, isReply } from '../testing/test-flow.ts';
import { applyDiff } from './apply.ts';
import { isLayoutChange, renamesOf } from './change.ts';
import { diff, hasUniqueNames } from './diff.ts';
import { revertChanges } from './revert-changes.ts';
import { summarizeChanges } from './summarize-changes.ts';

const flow = appointmentFlow();
function renamed(definition: FlowDefinition, from: string, to: string): FlowDefinition {
  const result = renameWidget(definition, from, to);
  if (!result.ok) throw new Error(result.reason);
  return result.definition;
}

/** The changes without their words, which have tests of their own. */
function changesOf(before: FlowDefinition, after: FlowDefinition) {
  return diff(before, after).changes.map(({ label: _, text: __, ...change }) => change);
}

function sentences(before: FlowDefinition, after: FlowDefinition): string[] {
  return diff(before, after).changes.map(({ text }) => text);
}

function widget(definition: FlowDefinition, name: string) {
  return canonicalDefinition(definition).states.find((state) => state.name === name);
}

describe('the diff of two definitions', () => {
  it('is empty for equal definitions, regardless of the order of keys and states', () => {
    const shuffled = {
      flags: flow.flags,
      initial_state: flow.initial_state,
      states: [...flow.states].reverse(),
      description: flow.description,
    } as FlowDefinition;
    expect(diff(flow, shuffled)).toEqual({ behaviour: 'same', changes: [] });
    expect(summarizeChanges([])).toBe('Changes nothing.');
  });

  it('treats an event without a connection like none', () => {
    const [trigger, ...rest] = flow.states;
    const shorter = {
      ...flow,
      states: [{ ...trigger, transitions: trigger?.transitions?.slice(0, 1) ?? [] }, ...rest],
    };
    expect(diff(flow, shorter).behaviour).toBe('same');
  });

  it('reports added and removed widgets whole, and nothing that they hold again', () => {
    const after = removeWidgets(addWidget(flow, 'say-play', { x: 0, y: 0 }, 'said').definition, ['thank']);
    expect(changesOf(flow, after)).toEqual([
      {
        kind: 'connection-changed',
        widget: 'check',
        path: '#/states/3/transitions/1/next',
        before: { event: 'match', next: 'thank' },
        after: { event: 'match', next: null },
      },
      { kind: 'widget-added', widget: 'said', path: '#/states/4', after: widget(after, 'said') },
      { kind: 'widget-removed', widget: 'thank', path: '#/states/4', before: widget(flow, 'thank') },
    ]);
    expect(sentences(flow, after)).toEqual([
      "'yes' of check no longer goes to thank.",
      'Adds said (Say / play).',
      'Removes thank (Send message).',
    ]);
    expect(summarizeChanges(diff(flow, after).changes)).toBe(
      'Adds said, removes thank and changes check (match).',
    );
  });

  it('reports a rename as one change that is no change of behaviour, references included', () => {
    expect(diff(flow, renamed(flow, 'ask', 'question'))).toEqual({
      behaviour: 'same',
      changes: [
        {
          kind: 'widget-renamed',
          widget: 'question',
          was: 'ask',
          path: '#/states/2/name',
          before: 'ask',
          after: 'question',
          text: 'Renames ask to question.',
        },
      ],
    });
    expect(changesOf(flow, renamed(flow, 'Trigger', 'Start'))).toMatchObject([
      { kind: 'widget-renamed', widget: 'Start', was: 'Trigger' },
    ]);
  });

  it('detects two renames that depend on each other', () => {
    const after = renamed(renamed(flow, 'ask', 'question'), 'check', 'answer');
    expect(changesOf(flow, after).map((change) => change.kind)).toEqual(['widget-renamed', 'widget-renamed']);
    expect(summarizeChanges(diff(flow, after).changes)).toBe('Renames ask to question and check to answer.');
  });

  it('recognises a renamed widget that also changed and moved', () => {
    const after = moveWidgets(
      setProperty(renamed(flow, 'ask', 'question'), 'question', 'body', 'Yes, or no?'),
      new Map([['question', { x: 300, y: 20 }]]),
    );
    expect(changesOf(flow, after).map(({ kind, widget: name }) => [kind, name])).toEqual([
      ['widget-renamed', 'question'],
      ['property-changed', 'question'],
      ['widget-moved', 'question'],
    ]);
  });

  it('tells renamed copies that lie on each other apart by their connections', () => {
    const thank = widget(flow, 'thank') ?? {};
    const copied = connect(
      { ...flow, states: [...flow.states, { ...thank, name: 'thank_copy' }] },
      { widget: 'greet', outlet: 'failed' },
      'thank_copy',
    );
    const after = renamed(renamed(copied, 'thank', 'second'), 'thank_copy', 'first');
    expect(changesOf(copied, after)).toMatchObject([
      { kind: 'widget-renamed', widget: 'second', was: 'thank' },
      { kind: 'widget-renamed', widget: 'first', was: 'thank_copy' },
    ]);
  });

  it('takes a rename that the edit history knows, however much the widget has changed', () => {
    const other = { name: 'other', type: 'say-play', properties: { say: 'Good day' }, transitions: [] };
    const after = { ...flow, states: [...flow.states.filter(({ name }) => name !== 'thank'), other] };
    expect(diff(flow, after).changes.map(({ kind }) => kind)).toContain('widget-removed');
    const known = diff(flow, after, new Map([['thank', 'other']]));
    expect(known.changes.find(({ kind }) => kind === 'widget-renamed')).toMatchObject({ was: 'thank' });
    expect(known.changes.find(({ path }) => path.endsWith('/type'))).toMatchObject({ after: 'say-play' });
    expect(applied(flow, known)).toBe(canonicalText(after));
  });

  it('does not take an added widget for a removed one of the same type', () => {
    const after = addWidget(removeWidgets(flow, ['thank']), 'send-message', { x: 900, y: 0 }, 'other');
    expect(diff(flow, after.definition).changes.map(({ kind }) => kind)).toEqual([
      'connection-changed',
      'widget-added',
      'widget-removed',
    ]);
  });

  it('follows an exchange of two names', () => {
    const names = new Map([
      ['greet', 'thank'],
      ['thank', 'greet'],
    ]);
    const after = renameWidgets(flow, names);
    expect(applied(flow, diff(flow, after))).toBe(canonicalText(after));
  });

  it('separates layout from behaviour', () => {
    const after = moveWidgets(
      flow,
      new Map([
        ['ask', { x: 20, y: 0 }],
        ['greet', { x: 0, y: 40 }],
      ]),
    );
    const { behaviour, changes } = diff(flow, after);
    expect(behaviour).toBe('same');
    expect(changes).toMatchObject([
      {
        kind: 'widget-moved',
        widget: 'greet',
        path: '#/states/1/properties/offset',
        before: { x: 0, y: 0 },
        after: { x: 0, y: 40 },
      },
      { kind: 'widget-moved', widget: 'ask' },
    ]);
    expect(changes.every(isLayoutChange)).toBe(true);
    expect(summarizeChanges(changes)).toBe('Moves 2 widgets.');
  });

  it('reports properties with both values', () => {
    const after = setProperty(setProperty(flow, 'greet', 'body', 'Hi'), 'greet', 'from', 'Bot');
    expect(changesOf(flow, after)).toEqual([
      {
        kind: 'property-changed',
        widget: 'greet',
        path: '#/states/1/properties/body',
        before: 'Hello',
        after: 'Hi',
      },
      { kind: 'property-changed', widget: 'greet', path: '#/states/1/properties/from', after: 'Bot' },
    ]);
    expect(sentences(flow, after)).toEqual([
      'Message of greet is now "Hi" instead of "Hello".',
      'Send from of greet is now "Bot".',
    ]);
    expect(summarizeChanges(diff(flow, after).changes)).toBe('Changes greet (body, from).');
  });

  it('reports each connection that leads elsewhere, those of the trigger too', () => {
    const after = connect(
      connect(flow, { widget: 'Trigger', outlet: 'incomingCall' }, 'greet'),
      { widget: 'check', outlet: 'noMatch' },
      'thank',
    );
    expect(changesOf(flow, after)).toEqual([
      {
        kind: 'connection-changed',
        widget: 'Trigger',
        path: '#/states/0/transitions/1/next',
        before: { event: 'incomingCall', next: null },
        after: { event: 'incomingCall', next: 'greet' },
      },
      {
        kind: 'connection-changed',
        widget: 'check',
        path: '#/states/3/transitions/0/next',
        before: { event: 'noMatch', next: 'ask' },
        after: { event: 'noMatch', next: 'thank' },
      },
    ]);
    expect(sentences(flow, after)).toEqual([
      "'Incoming call' of Trigger now goes to greet.",
      "'No match' of check now goes to thank instead of ask.",
    ]);
  });

  it('reports a changed condition, a branch and the order of branches', () => {
    const changed = setCondition(flow, 'check', 'match', 0, { value: 'sure' });
    expect(changesOf(flow, changed)).toMatchObject([
      {
        kind: 'condition-changed',
        widget: 'check',
        path: '#/states/3/transitions/1/conditions/0',
        before: { value: 'yes' },
        after: { value: 'sure' },
      },
    ]);
    expect(sentences(flow, changed)).toEqual(["The branch 'yes' of check is now 'sure'."]);
    const { definition: more } = addBranch(flow, 'check', [isReply('maybe')]);
    expect(sentences(flow, more)).toEqual(["check has a new branch 'maybe'."]);
    expect(sentences(flow, removeBranch(flow, 'check', 'match'))).toEqual([
      "The branch 'yes' of check is removed.",
      "'yes' of check no longer goes to thank.",
    ]);
    const order = diff(flow, moveBranch(flow, 'check', 'match', 1));
    expect(order.behaviour).toBe('changed');
    expect(order.changes.map(({ kind, text }) => [kind, text])).toEqual([
      [
        'condition-changed',
        'The branches of check are now in the order no, yes.'.replace('no, yes', "'no', 'yes'"),
      ],
    ]);
  });

  it('reports changes of the flow as a whole; a description alone changes no behaviour', () => {
    expect(diff(flow, setDescription(flow, 'Other'))).toEqual({
      behaviour: 'same',
      changes: [
        {
          kind: 'flow-changed',
          path: '#/description',
          before: 'Appointment',
          after: 'Other',
          text: 'The description is now "Other" instead of "Appointment".',
        },
      ],
    });
    const after = setFlags(setDescription(flow, 'Other'), { allow_concurrent_calls: false });
    expect(diff(flow, after).behaviour).toBe('changed');
    expect(summarizeChanges(diff(flow, after).changes)).toBe(
      'Changes the description and the settings of the flow.',
    );
  });

  it('counts what the summary does not name', () => {
    const after = ['a', 'b', 'c', 'd', 'e'].reduce(
      (all, name) => addWidget(all, 'say-play', { x: 0, y: 0 }, name).definition,
      flow,
    );
    expect(summarizeChanges(diff(flow, after).changes)).toBe('Adds a, b, c and 2 more.');
  });

  it('compares the list of states as one value where names do not identify widgets', () => {
    const [first, ...rest] = flow.states;
    const twice = { ...flow, states: [first, first, ...rest] } as FlowDefinition;
    expect(changesOf(flow, twice)).toMatchObject([{ kind: 'flow-changed', path: '#/states' }]);
    expect(applied(flow, diff(flow, twice))).toBe(canonicalText(twice));
  });
});

describe('a diff with a rename', () => {
  it('says and applies what stood there, whatever looks like a reference or a connection', () => {
    const looksLikeOne = { event: 'sent', next: 'said', text: '{{widgets.said.inbound.Body}}' };
    const withMention = (definition: FlowDefinition, property: string) =>
      ({
        ...definition,
        states: definition.states.map((state) => ({
          ...state,
          note: looksLikeOne.text,
          properties: { ...state.properties, [property]: [looksLikeOne] },
          transitions: state.transitions?.map((each) => ({ ...each, conditions: [looksLikeOne] })),
        })),
      }) as unknown as FlowDefinition;
    const [before, after] = [
      withMention(flow, 'was'),
      withMention(renameWidgets(flow, new Map([['ask', 'said']])), 'is'),
    ];
    for (const [from, to] of [
      [before, after],
      [after, before],
      [after, flow],
      [before, renamed(flow, 'greet', 'said')],
    ] as const)
      expect(applied(from, diff(from, to))).toBe(canonicalText(to));
  });

  it('keeps a reference to a widget that is not there, in connections that are replaced', () => {
    const nameless = renameWidgets(flow, new Map([['ask', 'said']]));
    const dangling = {
      ...nameless,
      states: nameless.states.map((state) => ({
        ...state,
        transitions: flow.states.find(({ name }) => name === state.name)?.transitions ?? state.transitions,
      })),
    } as FlowDefinition;
    const text = {
      ...flow,
      states: flow.states.map((state) => (state.name === 'check' ? { ...state, transitions: '' } : state)),
    } as FlowDefinition;
    const change = changesOf(dangling, text).find(({ widget }) => widget === 'check');
    expect(change?.before).toEqual(widget(flow, 'check')?.transitions);
    expect(applied(dangling, diff(dangling, text))).toBe(canonicalText(text));
  });
});

describe('a diff applied to another definition', () => {
  it('changes a condition before which a branch has been added', () => {
    const change = diff(flow, setCondition(flow, 'check', 'match', 0, { value: 'sure' }));
    const more = addBranch(flow, 'check', [isReply('maybe')]).definition;
    const [outlet] = outletsOf(widget(more, 'check') ?? {}).filter(({ label }) => label.includes('maybe'));
    const other = moveBranch(more, 'check', outlet?.key ?? '', 0);
    const sure = moveBranch(
      setCondition(more, 'check', 'match', 0, { value: 'sure' }),
      'check',
      outlet?.key ?? '',
      0,
    );
    expect(canonicalText(other)).not.toBe(canonicalText(more));
    expect(applied(other, change)).toBe(canonicalText(sure));
  });

  const without = removeWidgets(flow, ['thank']);
  const noted = { ...flow, ui: { notes: [{ text: '{{widgets.ask.x}}' }] } } as FlowDefinition;

  it.each<[string, FlowDefinition, FlowDefinition, FlowDefinition]>([
    [
      "'body' of greet is not what it was.",
      flow,
      setProperty(flow, 'greet', 'body', 'Hi'),
      setProperty(flow, 'greet', 'body', 'Ho'),
    ],
    ["'type' of greet is not what it was.", retyped('greet', 'say-play'), flow, retyped('greet', 'other')],
    [
      'There is no widget greet.',
      flow,
      setProperty(flow, 'greet', 'body', 'Hi'),
      removeWidgets(flow, ['greet']),
    ],
    [
      'There is no widget check.',
      flow,
      connect(flow, { widget: 'check', outlet: 'noMatch' }, 'thank'),
      removeWidgets(flow, ['check']),
    ],
    [
      'There is no widget greet.',
      flow,
      moveWidgets(flow, new Map([['greet', { x: 9, y: 9 }]])),
      removeWidgets(flow, ['greet']),
    ],
    [
      'The connections of check are not what they were.',
      flow,
      connect(flow, { widget: 'check', outlet: 'noMatch' }, 'thank'),
      connect(flow, { widget: 'check', outlet: 'noMatch' }, 'greet'),
    ],
    ['There is a widget thank already.', without, flow, flow],
    ['There is no widget thank.', flow, without, without],
    ['thank is not what it was.', flow, without, setProperty(flow, 'thank', 'body', 'Hi')],
    ['There is no widget ask.', flow, renamed(flow, 'ask', 'question'), removeWidgets(flow, ['ask'])],
    [
      "'description' of the flow is not what it was.",
      flow,
      setDescription(flow, 'A'),
      setDescription(flow, 'B'),
    ],
    [
      "'initial_state' of the flow is not what it was.",
      flow,
      { ...flow, initial_state: 'ask' },
      { ...flow, initial_state: 'greet' },
    ],
  ])('is refused where it does not fit: %s', (reason, from, to, other) => {
    const changes = diff(from, to);
    const result = applyDiff(other, changes);
    expect(result).toStrictEqual({ ok: false, change: expect.anything(), reason });
    if (!result.ok) expect(changes.changes).toContain(result.change);
  });

  it.each<[string, FlowDefinition, FlowDefinition]>([
    [
      'a property, a connection and a position',
      flow,
      moveWidgets(
        connect(setProperty(flow, 'ask', 'body', 'x'), { widget: 'ask', outlet: 'timeout' }, 'thank'),
        new Map([['ask', { x: 5, y: 5 }]]),
      ),
    ],
    ['widgets', without, addWidget(flow, 'say-play', { x: 0, y: 0 }, 'said').definition],
    [
      'a widget, and a rename of what it leads to',
      flow,
      renamed(removeWidgets(flow, ['ask']), 'check', 'route'),
    ],
    [
      'a rename, its start, its notes and its text',
      noted,
      setProperty(
        {
          ...renamed(renamed(noted, 'Trigger', 'Start'), 'ask', 'question'),
          initial_state: 'greet',
          ui: { notes: [] },
        } as FlowDefinition,
        'check',
        'input',
        '{{widgets.question.y}}',
      ),
    ],
    [
      'flags and a description',
      flow,
      setFlags(setDescription(flow, 'Other'), { allow_concurrent_calls: false }),
    ],
    [
      'a type and an unknown key',
      flow,
      retyped('greet', 'say-play', { note: { mention: '{{widgets.ask.x}}' } }),
    ],
    ['properties that are none', retyped('greet', 'a', { properties: 5 }), flow],
    [
      'properties that are missing',
      retyped('greet', 'a', { properties: undefined }),
      retyped('greet', 'a', { properties: { body: 'Hi' } }),
    ],
    [
      'properties that become empty',
      retyped('greet', 'a', { properties: undefined }),
      retyped('greet', 'a', { properties: {} }),
    ],
    ['transitions that are missing', retyped('greet', 'a', { transitions: undefined }), flow],
    ['transitions that are none', retyped('greet', 'a', { transitions: 'odd' }), flow],
    [
      'names that are not unique',
      flow,
      { ...setDescription(flow, 'x'), states: [...flow.states, ...flow.states] },
    ],
  ])('is the other one, there and back: %s', (_, one, other) => {
    for (const [from, to] of [
      [one, other],
      [other, one],
    ] as const) {
      expect(applied(from, diff(from, to))).toBe(canonicalText(to));
      const { changes } = diff(from, to);
      const back = revertChanges(from, to, changes, new Set(changes));
      expect(back.ok && canonicalText(back.definition)).toBe(canonicalText(from));
    }
  });
});

describe('the places and values of changes', () => {
  it('are exact, of one widget in all its parts', () => {
    const before = retyped('greet', 'send-message', { note: 1, properties: { body: 'a', from: 'x' } });
    const after = retyped('greet', 'say-play', {
      extra: null,
      properties: { body: 'b', offset: { x: 1, y: 1 } },
    });
    expect(changesOf(before, after)).toStrictEqual([
      { kind: 'property-changed', widget: 'greet', path: '#/states/1/note', before: 1 },
      {
        ...{ kind: 'property-changed', widget: 'greet', path: '#/states/1/type' },
        ...{ before: 'send-message', after: 'say-play' },
      },
      { kind: 'property-changed', widget: 'greet', path: '#/states/1/extra', after: null },
      {
        kind: 'property-changed',
        widget: 'greet',
        path: '#/states/1/properties/body',
        before: 'a',
        after: 'b',
      },
      { kind: 'property-changed', widget: 'greet', path: '#/states/1/properties/from', before: 'x' },
      { kind: 'widget-moved', widget: 'greet', path: '#/states/1/properties/offset', after: { x: 1, y: 1 } },
    ]);
    expect(diff(before, after).behaviour).toBe('changed');
  });

  it.each<[string, unknown, unknown, object]>([
    ['the first properties', undefined, { body: 'Hi' }, { path: '#/states/1/properties/body', after: 'Hi' }],
    ['empty properties', undefined, {}, { path: '#/states/1/properties', after: {} }],
    ['no properties', {}, undefined, { path: '#/states/1/properties', before: {} }],
    [
      'properties instead of something else',
      5,
      { body: 'Hi' },
      { path: '#/states/1/properties', before: 5, after: { body: 'Hi' } },
    ],
  ])('are exact: %s', (_, before, after, change) => {
    expect(
      changesOf(retyped('greet', 'a', { properties: before }), retyped('greet', 'a', { properties: after })),
    ).toStrictEqual([{ kind: 'property-changed', widget: 'greet', ...change }]);
  });

  it('are those of the former widget where it is renamed: what stood there, and no more', () => {
    const after = setProperty(renamed(flow, 'ask', 'question'), 'thank', 'body', '{{widgets.question.y}}');
    expect(changesOf(flow, after)).toStrictEqual([
      {
        ...{ kind: 'widget-renamed', widget: 'question', was: 'ask', path: '#/states/2/name' },
        ...{ before: 'ask', after: 'question' },
      },
      {
        ...{ kind: 'property-changed', widget: 'thank', path: '#/states/4/properties/body' },
        before: widget(flow, 'thank')?.properties?.body,
        after: '{{widgets.question.y}}',
      },
    ]);
    const { changes } = diff(flow, { ...flow, initial_state: 'greet', ui: {} } as FlowDefinition);
    expect(changes.map(isLayoutChange)).toEqual([false, true]);
    expect([...renamesOf(diff(flow, after).changes)]).toEqual([['ask', 'question']]);
  });

  it.each<[string, unknown, boolean]>([
    ['unique', [{ name: 'a' }, { name: 'b' }], true],
    ['none', [], true],
    ['twice the same', [{ name: 'a' }, { name: 'a' }], false],
    ['empty', [{ name: '' }], false],
    ['no text', [{ name: 5 }], false],
    ['missing', [{}], false],
    ['of no widgets', [null], false],
    ['of no list', { length: 0 }, false],
  ])('need unique names, which are here %s', (_, states, isUnique) => {
    expect(hasUniqueNames({ ...flow, states } as FlowDefinition)).toBe(isUnique);
  });

  it('are the whole list where names are not unique, and the same behaviour of a description', () => {
    const twice = { ...flow, states: [...flow.states, ...flow.states.slice(0, 1)] };
    expect(diff(twice, { ...setDescription(twice, 'Other') })).toMatchObject({
      ...{ behaviour: 'same', changes: [{ path: '#/description' }] },
    });
    expect(diff(flow, { ...twice, description: 'Other' })).toMatchObject({
      ...{ behaviour: 'changed', changes: [{ path: '#/description' }, { path: '#/states' }] },
    });
    expect(diff(twice, twice)).toEqual({ behaviour: 'same', changes: [] });
    const odd = { ...flow, states: {} } as never;
    expect(applied(flow, diff(flow, odd))).toBe(canonicalText(odd));
  });
});

/** The flow with a widget of another type, and more in it. */
function retyped(name: string, type: string, more: object = {}): FlowDefinition {
  const states = flow.states.map((each) => (each.name === name ? { ...each, type, ...more } : each));
  return { ...flow, states } as FlowDefinition;
}

function applied(base: FlowDefinition, difference: ReturnType<typeof diff>): string {
  const result = applyDiff(base, difference);
  return result.ok ? canonicalText(result.definition) : result.reason;
}
