import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FlowDefinition } from '../definition.ts';
import { addWidget } from '../edit/add-widget.ts';
import { moveBranch, setCondition } from '../edit/branches.ts';
import { connect } from '../edit/connect.ts';
import { moveWidgets } from '../edit/move-widgets.ts';
import { removeWidgets } from '../edit/remove-widgets.ts';
import { renameWidget } from '../edit/rename-widget.ts';
import { setDescription, setFlags } from '../edit/set-flow.ts';
import { setProperty } from '../edit/set-property.ts';
import { appointmentFlow, grown } from '../testing/test-flow.ts';
import { widgetTypeNames } from '../widgets/widget-type.ts';
import { diff, isBehaviourChange } from './diff.ts';
import { summarizeChanges } from './summarize-changes.ts';

const flow = appointmentFlow();
const grownFlow = fc
  .array(fc.tuple(fc.constantFrom(...widgetTypeNames), fc.nat(), fc.nat()), { maxLength: 12 })
  .map(grown);

function renamed(definition: FlowDefinition, from: string, to: string): FlowDefinition {
  const result = renameWidget(definition, from, to);
  if (!result.ok) throw new Error(result.reason);
  return result.definition;
}

describe('the diff of two definitions', () => {
  it('is empty for equal definitions, regardless of the order of keys and states', () => {
    const shuffled = {
      flags: flow.flags,
      initial_state: flow.initial_state,
      states: [...flow.states].reverse(),
      description: flow.description,
    } as FlowDefinition;
    expect(diff(flow, shuffled)).toEqual([]);
    expect(summarizeChanges([])).toBe('Changes nothing.');
  });

  it('treats a transition without a target like none', () => {
    const [trigger, ...rest] = flow.states;
    const shorter = {
      ...flow,
      states: [{ ...trigger, transitions: trigger?.transitions?.slice(0, 1) ?? [] }, ...rest],
    };
    expect(diff(flow, shorter)).toEqual([]);
  });

  it('reports added and removed widgets', () => {
    const after = removeWidgets(addWidget(flow, 'say-play', { x: 0, y: 0 }, 'said').definition, ['thank']);
    expect(diff(flow, after)).toEqual([
      { kind: 'transition', widget: 'check', outlet: 'match', before: 'thank', after: null },
      { kind: 'added', widget: 'said' },
      { kind: 'removed', widget: 'thank' },
    ]);
    expect(summarizeChanges(diff(flow, after))).toBe('Adds said, removes thank and changes check (match).');
  });

  it('reports a rename as one change, references included', () => {
    expect(diff(flow, renamed(flow, 'ask', 'question'))).toEqual([
      { kind: 'renamed', widget: 'question', before: 'ask' },
    ]);
    expect(diff(flow, renamed(flow, 'Trigger', 'Start'))).toEqual([
      { kind: 'renamed', widget: 'Start', before: 'Trigger' },
    ]);
  });

  it('detects two renames that depend on each other', () => {
    const after = renamed(renamed(flow, 'ask', 'question'), 'check', 'answer');
    expect(diff(flow, after).map((change) => change.kind)).toEqual(['renamed', 'renamed']);
    expect(summarizeChanges(diff(flow, after))).toBe('Renames ask to question and check to answer.');
  });

  it('separates layout from behaviour', () => {
    const changes = diff(
      flow,
      moveWidgets(
        flow,
        new Map([
          ['ask', { x: 20, y: 0 }],
          ['greet', { x: 0, y: 40 }],
        ]),
      ),
    );
    expect(changes).toEqual([
      { kind: 'moved', widget: 'greet' },
      { kind: 'moved', widget: 'ask' },
    ]);
    expect(changes.some(isBehaviourChange)).toBe(false);
    expect(summarizeChanges(changes)).toBe('Moves 2 widgets.');
  });

  it('reports properties with both values', () => {
    const after = setProperty(setProperty(flow, 'greet', 'body', 'Hi'), 'greet', 'from', 'Bot');
    expect(diff(flow, after)).toEqual([
      { kind: 'property', widget: 'greet', property: 'body', before: 'Hello', after: 'Hi' },
      { kind: 'property', widget: 'greet', property: 'from', before: undefined, after: 'Bot' },
    ]);
    expect(summarizeChanges(diff(flow, after))).toBe('Changes greet (body, from).');
  });

  it('reports cords, those of the trigger apart', () => {
    const after = connect(
      connect(flow, { widget: 'Trigger', outlet: 'incomingCall' }, 'greet'),
      { widget: 'ask', outlet: 'timeout' },
      'thank',
    );
    expect(diff(flow, after)).toEqual([
      { kind: 'trigger', widget: 'Trigger', outlet: 'incomingCall', before: null, after: 'greet' },
      { kind: 'transition', widget: 'ask', outlet: 'timeout', before: null, after: 'thank' },
    ]);
  });

  it('reports conditions and their order', () => {
    expect(diff(flow, setCondition(flow, 'check', 'match', 0, { value: 'sure' }))).toMatchObject([
      { kind: 'branches', widget: 'check' },
    ]);
    const order = diff(flow, moveBranch(flow, 'check', 'match', 1));
    expect(order.map(({ kind }) => kind)).toEqual(['transition', 'transition', 'branches']);
  });

  it('reports changes of the flow as a whole', () => {
    const after = setFlags(setDescription(flow, 'Other'), { allow_concurrent_calls: false });
    expect(diff(flow, after).map((change) => change.kind === 'flow' && change.key)).toEqual([
      'description',
      'flags',
    ]);
    expect(summarizeChanges(diff(flow, after))).toBe('Sets the description and the flags.');
  });

  it('counts what the summary does not name', () => {
    const after = ['a', 'b', 'c', 'd', 'e'].reduce(
      (all, name) => addWidget(all, 'say-play', { x: 0, y: 0 }, name).definition,
      flow,
    );
    expect(summarizeChanges(diff(flow, after))).toBe('Adds a, b, c and 2 more.');
  });

  it('is empty only for equivalent definitions', () => {
    fc.assert(
      fc.property(
        grownFlow,
        fc.nat(),
        fc.constantFrom('x', 'wings', 'transitions', 'type'),
        fc.jsonValue(),
        (flow, nth, key, value) => {
          const index = nth % flow.states.length;
          const states = flow.states.map((state, at) => (at === index ? { ...state, [key]: value } : state));
          const after = { ...flow, states } as FlowDefinition;
          const isEmptyNow =
            key === 'transitions' && flow.states[index]?.transitions?.every(({ next }) => !next);
          if (!isEmptyNow) expect(diff(flow, after).length).toBeGreaterThan(0);
          expect(diff(after, after)).toEqual([]);
        },
      ),
    );
  });
});
