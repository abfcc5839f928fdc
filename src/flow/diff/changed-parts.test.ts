import { describe, expect, it } from 'vitest';
import type { FlowDefinition } from '../definition.ts';
import { addWidget } from '../edit/add-widget.ts';
import { connect } from '../edit/connect.ts';
import { moveWidgets } from '../edit/move-widgets.ts';
import { removeWidgets } from '../edit/remove-widgets.ts';
import { renameWidget } from '../edit/rename-widget.ts';
import { setDescription } from '../edit/set-flow.ts';
import { setProperty } from '../edit/set-property.ts';
import { appointmentFlow } from '../testing/test-flow.ts';
import { changedParts } from './changed-parts.ts';
import { diff } from './diff.ts';

const flow = appointmentFlow();
const names = flow.states.map(({ name = '' }) => name);
const [, first = '', second = '', third = ''] = names;

/** The parts as `kind` or the name of their widget. */
function partsTo(definition: FlowDefinition, name = 'Flow'): string[] {
  const parts = changedParts({ name: 'Flow', definition: flow }, { name, definition });
  return parts.map((part) => (part.kind === 'widget' ? part.widget : part.kind));
}

describe('the changed parts of a flow', () => {
  it('are none where nothing differs, whatever the order of keys and widgets', () => {
    const copy = JSON.parse(JSON.stringify(flow)) as FlowDefinition;
    expect(partsTo(copy)).toEqual([]);
    expect(partsTo({ ...copy, states: copy.states.toReversed() })).toEqual([]);
  });

  it('are one for each widget, however much of it changed', () => {
    const edited = setProperty(setProperty(flow, first, 'body', 'New'), first, 'from', '+1');
    expect(partsTo(edited)).toEqual([first]);
    expect(partsTo(setProperty(edited, second, 'body', 'Other')).sort()).toEqual([first, second].sort());
  });

  it('are one for all that only moved', () => {
    const moves = new Map(names.map((name, index) => [name, { x: index * 500, y: 40 }]));
    const moved = moveWidgets(flow, moves);
    expect(partsTo(moved)).toEqual(['layout']);
    expect(partsTo(setProperty(moved, first, 'body', 'New'))).toEqual([first, 'layout']);
  });

  it('count a rename once, not what follows it', () => {
    const renamed = renameWidget(flow, second, 'another_name');
    if (!renamed.ok) throw new Error(renamed.reason);
    expect(partsTo(renamed.definition)).toEqual(['another_name']);
  });

  it('count what is added and removed', () => {
    expect(partsTo(removeWidgets(flow, new Set([third])))).toContain(third);
    const { definition, id } = addWidget(flow, 'send-message', { x: 0, y: 0 });
    expect(partsTo(definition)).toEqual([id]);
    expect(partsTo(connect(definition, { widget: first, outlet: 'sent' }, id))).toEqual([first, id]);
  });

  it('are the flow where its name, or anything of it, differs', () => {
    const part = (definition: FlowDefinition, name: string) =>
      changedParts({ name: 'Flow', definition: flow }, { name, definition });
    const renamed = { before: 'Flow', after: 'Other' };
    expect(part(flow, 'Other')).toEqual([{ kind: 'flow', renamed, changes: [] }]);
    const described = setDescription(flow, 'Another');
    const { changes } = diff(flow, described);
    expect(part(described, 'Other')).toEqual([{ kind: 'flow', renamed, changes }]);
    expect(part(described, 'Flow')).toEqual([{ kind: 'flow', renamed: null, changes }]);
  });

  it('are the layout where notes differ, beside the flow and widgets that also moved', () => {
    const noted = { ...setDescription(flow, 'Another'), ui: { notes: [] } } as FlowDefinition;
    const moved = moveWidgets(setProperty(noted, first, 'body', 'New'), new Map([[first, { x: 9, y: 9 }]]));
    const parts = changedParts({ name: 'Flow', definition: flow }, { name: 'Flow', definition: moved });
    expect(
      parts.map(({ kind, changes }) => [
        kind,
        changes.map((change) => [change.kind, change.path.split('/').at(-1)]),
      ]),
    ).toEqual([
      ['flow', [['flow-changed', 'description']]],
      [
        'widget',
        [
          ['property-changed', 'body'],
          ['widget-moved', 'offset'],
        ],
      ],
      ['layout', [['flow-changed', 'ui']]],
    ]);
  });

  it('are one where widgets cannot be told apart', () => {
    const broken = { ...flow, states: [...flow.states, ...flow.states.slice(0, 1)] };
    expect(partsTo(broken)).toEqual(['flow']);
    const [given, wanted] = [broken, flow].map((definition) => ({ name: 'Flow', definition }));
    expect(given && wanted && changedParts(given, wanted)).toMatchObject([
      { kind: 'flow', changes: [{ path: '#/states' }] },
    ]);
    expect(partsTo({ ...flow, states: null } as unknown as FlowDefinition)).toHaveLength(1);
  });
});
