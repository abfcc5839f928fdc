import { describe, expect, it } from 'vitest';
import type { FlowDefinition } from '../definition.ts';
import { hasSameBehaviour } from '../diff/behaviour.ts';
import { moveWidgets } from '../edit/move-widgets.ts';
import { removeAndReconnect } from '../edit/remove-widgets.ts';
import { widgetIds } from '../graph.ts';
import { cardBoxes } from '../layout/clear-place.ts';
import { merge } from '../merge/merge.ts';
import { appointmentFlow } from '../testing/test-flow.ts';
import { validate } from '../validation/validate.ts';
import {
  annotationsIn,
  changeGroup,
  followMembers,
  groupsOf,
  groupsWith,
  groupTitlesByWidget,
  groupWidgets,
  membersOf,
  moveGroup,
  removeGroup,
} from './groups.ts';
import { notesOf, putNote } from './notes.ts';

const flow = appointmentFlow();
const [, first = '', second = ''] = widgetIds(flow);
const grouped = groupWidgets(flow, 'g', [first, second], 'Greeting');
const group = (definition: FlowDefinition) => {
  const found = groupsOf(definition).get('g');
  if (found === undefined) throw new Error('The group is gone.');
  return found;
};
const placeOf = (definition: FlowDefinition, widget: string) => {
  const { x, y } = cardBoxes(definition).get(widget) ?? { x: Number.NaN, y: Number.NaN };
  return { x, y };
};
const moved = (definition: FlowDefinition, widget: string, by: { x: number; y: number }) => {
  const { x, y } = placeOf(definition, widget);
  return [widget, { x: x + by.x, y: y + by.y }] as const;
};

describe('groups', () => {
  it('stand around their widgets, and leave nothing behind', () => {
    expect(membersOf(grouped, group(grouped))).toEqual(expect.arrayContaining([first, second]));
    expect(groupsWith(grouped, new Set([second]))).toEqual(['g']);
    expect(changeGroup(grouped, 'g', { title: 'Hello', collapsed: true }).ui).toMatchObject({
      groups: { g: { title: 'Hello', collapsed: true } },
    });
    expect(removeGroup(grouped, 'g')).toEqual(flow);
    expect(groupWidgets(flow, 'g', ['nobody'], '')).toBe(flow);
    expect(changeGroup(flow, 'g', { title: 'x' })).toBe(flow);
  });

  it('keep what others put into them, and entries that are none', () => {
    const strange = { ...flow, ui: { groups: { g: { x: 0, y: 0, owner: 'me' }, h: 'text', i: { y: 3 } } } };
    expect([...groupsOf(strange).keys()]).toEqual(['g']);
    expect(changeGroup(strange, 'g', { title: 'Now' }).ui).toMatchObject({
      groups: { g: { owner: 'me', title: 'Now' }, h: 'text', i: { y: 3 } },
    });
    expect(groupsOf({ ...flow, ui: { groups: [1] } } as FlowDefinition).size).toBe(0);
  });

  it('have a margin around their widgets, and defaults for what an entry lacks', () => {
    const places = new Map([
      [first, { x: 100, y: 200 }],
      [second, { x: 400, y: 300 }],
    ]);
    const placed = groupWidgets(moveWidgets(flow, places), 'g', [first, second, 'nobody'], 'Greeting');
    expect(placed.ui).toEqual({
      groups: {
        g: {
          ...{ x: 60, y: 160, width: 620, height: 280 },
          ...{ color: 'blue', title: 'Greeting', collapsed: false },
        },
      },
    });
    const entries = {
      a: { x: 1, y: 2 },
      b: { x: 1, y: 2, width: 1, height: 1, title: 3, color: 'red', collapsed: 1 },
    };
    const plain = { x: 1, y: 2, color: 'blue', title: '', collapsed: false };
    expect(Object.fromEntries(groupsOf({ ...flow, ui: { groups: entries } }))).toEqual({
      a: { ...plain, width: 400, height: 300 },
      b: { ...plain, width: 120, height: 80 },
    });
    expect(groupsOf({ ...flow, ui: { groups: { a: null, b: [], c: 'x' } } }).size).toBe(0);
  });

  it('give their titles to the widgets in them', () => {
    expect(groupTitlesByWidget(flow)).toEqual(new Map());
    const column = moveWidgets(flow, new Map(widgetIds(flow).map((id, row) => [id, { x: 0, y: row * 400 }])));
    const outer = groupWidgets(groupWidgets(column, 'a', [first], 'Inner'), 'b', [first, second], 'Outer');
    expect(groupTitlesByWidget(groupWidgets(outer, 'c', [second], ''))).toEqual(
      new Map([
        [first, ['Inner', 'Outer']],
        [second, ['Outer']],
      ]),
    );
    expect(groupsWith(outer, new Set([second, 'nobody']))).toEqual(['b']);
    expect(groupsWith(outer, new Set([first, 'check']))).toEqual(['a', 'b']);
    expect(annotationsIn(outer, 'b')).toEqual({
      ...{ notes: new Map(), groups: new Map([['a', groupsOf(outer).get('a')]]) },
    });
    expect(annotationsIn(outer, 'a').groups.size).toBe(0);
    expect(annotationsIn(outer, 'x')).toEqual({ notes: new Map(), groups: new Map() });
    expect(moveGroup(outer, 'x', { x: 1, y: 1 })).toBe(outer);
  });

  it('change neither the behaviour nor the findings', () => {
    expect(hasSameBehaviour(flow, grouped)).toBe(true);
    expect(validate(grouped)).toEqual(validate(flow));
  });

  it('move what they have, and nothing else', () => {
    const { x, y } = group(grouped);
    const after = moveGroup(grouped, 'g', { x: x + 100, y: y - 40 });
    const members = new Set(membersOf(grouped, group(grouped)));
    for (const id of widgetIds(flow)) {
      const by = members.has(id) ? { x: 100, y: -40 } : { x: 0, y: 0 };
      expect(placeOf(after, id)).toEqual(moved(grouped, id, by)[1]);
    }
    expect(group(after)).toEqual({ ...group(grouped), x: x + 100, y: y - 40 });
  });

  it('move the notes and the groups that stand in them', () => {
    const { x, y, width, height } = group(grouped);
    const note = { x: x + 10, y: y + 10, width: 80, height: 40, color: 'yellow', text: 'Ask legal' } as const;
    const inner = { x: x + 5, y: y + 5, width: width - 10, height: height - 10 };
    const full = changeGroup(
      groupWidgets(
        putNote(putNote(grouped, 'in', note), 'out', { ...note, x: x - 500 }),
        'h',
        [first],
        'Inner',
      ),
      'h',
      inner,
    );
    const after = moveGroup(full, 'g', { x: x + 5_000, y: y - 40 });
    expect(notesOf(after).get('in')).toEqual({ ...note, x: note.x + 5_000, y: note.y - 40 });
    expect(notesOf(after).get('out')).toEqual(notesOf(full).get('out'));
    expect(groupsOf(after).get('h')).toMatchObject({ x: inner.x + 5_000, y: inner.y - 40 });
    expect(membersOf(after, group(after))).toEqual(membersOf(full, group(full)));
    expect(moveGroup(after, 'g', { x, y })).toEqual(full);
  });

  it('follow their widgets where all of them go the same way, and let one go that is dragged out', () => {
    const by = { x: 60, y: 200 };
    const members = membersOf(grouped, group(grouped));
    const all = moveWidgets(grouped, new Map(members.map((id) => moved(grouped, id, by))));
    expect(group(followMembers(grouped, all, { keepsMembers: false }))).toMatchObject({
      x: group(grouped).x + by.x,
      y: group(grouped).y + by.y,
    });
    const one = moveWidgets(grouped, new Map([moved(grouped, first, { x: 5_000, y: 0 })]));
    expect(followMembers(grouped, one, { keepsMembers: false })).toBe(one);
    expect(membersOf(one, group(one))).not.toContain(first);
  });

  it('grow to what was pushed out of them', () => {
    const pushed = moveWidgets(grouped, new Map([moved(grouped, second, { x: 0, y: 900 })]));
    const after = followMembers(grouped, pushed, { keepsMembers: true });
    expect(membersOf(after, group(after))).toEqual(expect.arrayContaining([first, second]));
    const { height, ...frame } = group(grouped);
    expect(group(after)).toEqual({ ...frame, height: height + 900 });
    const within = moveWidgets(grouped, new Map([moved(grouped, second, { x: 0, y: 20 })]));
    expect(followMembers(grouped, within, { keepsMembers: true })).toBe(within);
    expect(followMembers(grouped, pushed, { keepsMembers: false })).toBe(pushed);
  });

  it.each([{ x: 1 }, { y: 1 }, { width: 500 }, { height: 500 }])(
    'stay where somebody has put the frame: %j',
    (change) => {
      const places = new Map(
        membersOf(grouped, group(grouped)).map((id) => moved(grouped, id, { x: 60, y: 0 })),
      );
      const both = moveWidgets(changeGroup(grouped, 'g', change), places);
      expect(followMembers(grouped, both, { keepsMembers: true })).toBe(both);
      const removed = moveWidgets(removeGroup(grouped, 'g'), places);
      expect(followMembers(grouped, removed, { keepsMembers: true })).toBe(removed);
    },
  );

  it('stay when a widget of them is deleted', () => {
    const after = followMembers(grouped, removeAndReconnect(grouped, [first]), { keepsMembers: true });
    expect(membersOf(after, group(after))).toContain(second);
  });

  it('of two branches are merged one by one', () => {
    const ours = groupWidgets(changeGroup(grouped, 'g', { title: 'Ours' }), 'a', [first], 'A');
    const theirs = changeGroup(grouped, 'g', { collapsed: true });
    const merged = merge({ base: grouped, ours, theirs });
    expect(merged.ok && Object.fromEntries(groupsOf(merged.definition))).toMatchObject({
      g: { title: 'Ours', collapsed: true },
      a: { title: 'A' },
    });
  });
});
