import { describe, expect, it } from 'vitest';
import { emptyDefinition, type FlowDefinition } from '../definition.ts';
import { copyWidgets, cutWidgets, duplicateWidgets, pasteWidgets } from '../edit/copy-widgets.ts';
import { moveWidgets } from '../edit/move-widgets.ts';
import { widgetIds } from '../graph.ts';
import type { JsonObject } from '../json/json.ts';
import { cardBoxes } from '../layout/clear-place.ts';
import { appointmentFlow } from '../testing/test-flow.ts';
import { groupsOf, groupWidgets, membersOf } from './groups.ts';
import { notesOf, putNote } from './notes.ts';
import {
  addAnnotations,
  annotationsWith,
  framesOf,
  hasAnnotations,
  moveAnnotations,
  readAnnotations,
  removeAnnotations,
  type Selection,
} from './travelling.ts';

const ids = widgetIds(appointmentFlow());
/** In one column, so that a frame has only what it was drawn around. */
const flow = moveWidgets(appointmentFlow(), new Map(ids.map((id, row) => [id, { x: 0, y: row * 400 }])));
const [, first = '', second = '', third = ''] = ids;
const note = { width: 80, height: 40, color: 'pink', text: 'Ask legal' } as const;
const frame = groupsOf(groupWidgets(flow, 'g', [first, second], 'Greeting')).get('g');
const corner = { x: frame?.x ?? 0, y: frame?.y ?? 0 };
/** A group of two widgets with a note in it, a note far away, and what others keep with the group. */
const drawn = (() => {
  const grouped = groupWidgets(flow, 'g', [first, second], 'Greeting');
  const noted = putNote(putNote(grouped, 'in', { ...corner, ...note }), 'far', { x: -9_000, y: 0, ...note });
  const { g } = (noted.ui as { groups: { g: object } }).groups;
  return {
    ...noted,
    ui: { ...(noted.ui as object), groups: { g: { ...g, owner: 'me' } } },
  } as FlowDefinition;
})();
const chosen = (...widgets: string[]) => ({ widgets: new Set(widgets), annotation: null });
const pastedInto = (definition: FlowDefinition, text: string) => {
  const pasted = pasteWidgets(definition, text, { x: 1_000, y: 2_000 });
  if (!pasted.ok) throw new Error(pasted.reason);
  return pasted;
};

describe('notes and groups in a copy', () => {
  it('go along when all widgets of the group are in the selection', () => {
    const { definition, ids, annotations } = pastedInto(
      emptyDefinition(),
      copyWidgets(drawn, chosen(first, second)),
    );
    const group = groupsOf(definition).get('g');
    expect(group).toMatchObject({ x: 1_000, y: 2_000, title: 'Greeting' });
    expect(definition.ui).toMatchObject({ groups: { g: { owner: 'me' } } });
    expect([...notesOf(definition)]).toEqual([['in', { x: 1_000, y: 2_000, ...note }]]);
    expect(group && membersOf(definition, group)).toEqual(ids);
    expect(annotations).toEqual([
      { kind: 'group', id: 'g' },
      { kind: 'note', id: 'in' },
    ]);
  });

  it('stay where only some widgets of the group are in the selection', () => {
    expect(annotationsWith(drawn, chosen(first)).groups).toEqual({});
    expect(JSON.parse(copyWidgets(flow, chosen(first)))).not.toHaveProperty('ui');
  });

  it('go along as empty groups in a group, as what is chosen, and among the cards', () => {
    const empty = { x: corner.x + 5, y: corner.y + 5, width: 120, height: 80, title: 'Empty' };
    const outside = { ...empty, x: -5_000 };
    const { notes, groups } = (drawn.ui ?? {}) as { notes: JsonObject; groups: JsonObject };
    const more: FlowDefinition = { ...drawn, ui: { notes, groups: { ...groups, empty, outside } } };
    const going = (selection: Selection) => {
      const found = annotationsWith(more, selection);
      return [Object.keys(found.groups), Object.keys(found.notes), hasAnnotations(found)];
    };
    const nothing = new Set<string>();
    // The empty group has the middle of no card.
    expect(membersOf(more, { ...empty })).toEqual([]);
    expect(going(chosen(first, second))).toEqual([['g', 'empty'], ['in'], true]);
    expect(going(chosen(first))).toEqual([[], [], false]);
    expect(going({ widgets: nothing, annotation: { kind: 'group', id: 'outside' } })).toEqual([
      ...[['outside'], [], true],
    ]);
    expect(going({ widgets: nothing, annotation: { kind: 'note', id: 'g' } })).toEqual([[], [], false]);
    expect(going({ widgets: nothing, annotation: { kind: 'note', id: 'far' } })).toEqual([[], ['far'], true]);
    expect(going(chosen())).toEqual([[], [], false]);
    const among = putNote(more, 'among', { ...note, x: 60, y: 600 });
    expect(Object.keys(annotationsWith(among, chosen(first, third)).notes)).toEqual(['among']);
  });

  it('are read from anything, moved under free ids, and taken away', () => {
    const read = readAnnotations({
      notes: { a: { x: 0, y: 0, text: 't' }, b: 7 },
      groups: { a: { x: 1, y: 1 }, c: [] },
    });
    expect(read).toEqual({ notes: { a: { x: 0, y: 0, text: 't' } }, groups: { a: { x: 1, y: 1 } } });
    expect([null, 7, [], undefined].map((each) => readAnnotations(each))).toEqual(
      Array.from({ length: 4 }, () => ({ notes: {}, groups: {} })),
    );
    const twice = addAnnotations(addAnnotations(flow, read, { x: 5, y: 6 }).definition, read, { x: 7, y: 8 });
    const thrice = addAnnotations(twice.definition, read, { x: 0, y: 0 });
    expect([...twice.added, ...thrice.added]).toEqual([
      ...[
        { kind: 'group', id: 'a-2' },
        { kind: 'note', id: 'a-2' },
      ],
      ...[
        { kind: 'group', id: 'a-3' },
        { kind: 'note', id: 'a-3' },
      ],
    ]);
    const placed = [...groupsOf(thrice.definition), ...notesOf(thrice.definition)];
    expect(placed.map(([id, { x, y }]) => [id, x, y])).toEqual([
      ...[
        ['a', 6, 7],
        ['a-2', 8, 9],
        ['a-3', 1, 1],
      ],
      ...[
        ['a', 5, 6],
        ['a-2', 7, 8],
        ['a-3', 0, 0],
      ],
    ]);
    expect(framesOf(read).map(({ x, y, width, height }) => [x, y, width, height])).toEqual([
      [1, 1, 400, 300],
      [0, 0, 240, 120],
    ]);
    const gone = removeAnnotations(thrice.definition, { notes: { a: 0 }, groups: { 'a-2': 0, x: 0 } });
    expect([[...groupsOf(gone).keys()], [...notesOf(gone).keys()]]).toEqual([
      ['a', 'a-3'],
      ['a-2', 'a-3'],
    ]);
    expect(removeAnnotations(drawn, { notes: {}, groups: {} })).toBe(drawn);
    expect(
      moveAnnotations(
        drawn,
        [
          { kind: 'note', id: 'g' },
          { kind: 'group', id: 'in' },
        ],
        { x: 1, y: 1 },
      ),
    ).toBe(drawn);
  });

  it('a chosen group brings its widgets, and a chosen note goes alone', () => {
    const group = { widgets: new Set<string>(), annotation: { kind: 'group', id: 'g' } } as const;
    expect(pastedInto(emptyDefinition(), copyWidgets(drawn, group)).ids).toEqual([first, second]);
    const alone = { widgets: new Set<string>(), annotation: { kind: 'note', id: 'far' } } as const;
    const { definition, ids } = pastedInto(emptyDefinition(), copyWidgets(drawn, alone));
    expect(ids).toEqual([]);
    expect(notesOf(definition).get('far')).toEqual({ x: 1_000, y: 2_000, ...note });
  });

  it('get free ids beside the originals, and go as far as their widgets', () => {
    const copied = duplicateWidgets(drawn, chosen(first, second));
    expect([...groupsOf(copied.definition).keys()]).toEqual(['g', 'g-2']);
    expect(groupsOf(copied.definition).get('g-2')).toMatchObject({ x: corner.x + 40, y: corner.y + 40 });
    const at = cardBoxes(drawn).get(first) ?? { x: 0, y: 0 };
    const other = cardBoxes(drawn).get(second) ?? { x: 0, y: 0 };
    const places = new Map([
      [first, { x: at.x + 500, y: at.y }],
      [second, { x: other.x + 500, y: other.y }],
    ]);
    const dropped = duplicateWidgets(drawn, chosen(first, second), places).definition;
    expect(groupsOf(dropped).get('g-2')).toMatchObject({ x: corner.x + 500, y: corner.y });
  });

  it('are cut with their widgets, and nothing else is', () => {
    const rest = cutWidgets(drawn, chosen(first, second));
    expect(groupsOf(rest).size).toBe(0);
    expect([...notesOf(rest).keys()]).toEqual(['far']);
    expect(widgetIds(rest)).not.toContain(first);
    expect([...groupsOf(cutWidgets(drawn, chosen(third))).keys()]).toEqual(['g']);
  });
});
