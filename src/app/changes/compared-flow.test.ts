/** The drawing of a comparison: the later definition, ghosts of what it no longer has, and a mark for each change. */

import { describe, expect, it } from 'vitest';
import type { FlowDefinition, State } from '#flow/definition.ts';
import { diff } from '#flow/diff/diff.ts';
import { groupChanges, withoutLayout } from './change-groups.ts';
import { comparedFlow } from './compared-flow.ts';

const message = (name: string, y: number, next?: string, body = 'Hi'): State => ({
  name,
  type: 'send-message',
  transitions: [{ event: 'sent', ...(next !== undefined && { next }) }, { event: 'failed' }],
  properties: { body, offset: { x: 0, y } },
});

const flow = (...states: State[]): FlowDefinition => ({ description: '', initial_state: 'a', states });

function compared(before: FlowDefinition, after: FlowDefinition, hidden: readonly string[] = []) {
  const changes = withoutLayout(diff(before, after).changes);
  const groups = groupChanges(changes, before, after).filter(({ mark }) => !hidden.includes(mark));
  return { groups, ...comparedFlow(before, after, changes, groups) };
}

describe('a comparison on the canvas', () => {
  const before = flow(message('a', 0, 'b'), message('b', 200, 'c'), message('c', 400));
  const after = flow(message('a', 0, 'd'), message('c', 400), message('d', 600, 'c', 'Different'));

  it('draws removed widgets at their old places, with their cords', () => {
    const { definition, marks } = compared(before, after);
    expect(definition.states.map(({ name }) => name)).toEqual(['a', 'c', 'd', 'b']);
    expect(definition.states[3]?.properties?.offset).toEqual({ x: 0, y: 200 });
    expect(Object.fromEntries(marks.widgets)).toEqual({ a: 'changed', b: 'removed', d: 'added' });
    expect(Object.fromEntries(marks.cords)).toEqual({
      'a sent': 'added',
      'd sent': 'added',
      'b sent': 'removed',
    });
  });

  it('draws a removed cord from the outlet that it left', () => {
    expect(compared(before, after).marks.removedCords).toEqual([
      { id: 'removed a sent', from: 'a', outlet: 'sent', to: 'b' },
    ]);
  });

  it('lists the widgets from the top of the canvas to its foot', () => {
    expect(compared(before, after).groups.map(({ widget }) => widget)).toEqual(['a', 'b', 'd']);
  });

  it('leaves out what the legend hides', () => {
    const { definition, marks } = compared(before, after, ['removed']);
    expect(definition.states.map(({ name }) => name)).toEqual(['a', 'c', 'd']);
    expect(marks.removedCords).toEqual([]);
    expect([...marks.widgets.keys()]).toEqual(['a', 'd']);
  });

  it('puts a ghost beside the widget that took its place', () => {
    const replaced = flow(message('a', 0), { ...message('e', 200), type: 'say-play' }, message('c', 400));
    const ghost = compared(before, replaced).definition.states.find(({ name }) => name === 'b');
    expect(ghost?.properties?.offset).toEqual({ x: 40, y: 240 });
  });

  it('follows a rename: its cords are those from before', () => {
    const renamed = flow(message('a', 0, 'bee'), message('bee', 200, 'c'), message('c', 400));
    const { marks } = compared(before, renamed);
    expect(Object.fromEntries(marks.widgets)).toEqual({ bee: 'renamed' });
    expect([marks.cords.size, marks.removedCords.length]).toEqual([0, 0]);
  });

  it('marks nothing where only the layout differs', () => {
    const moved = flow(message('a', 0, 'b'), message('b', 300, 'c'), message('c', 400));
    expect(compared(before, moved).marks.widgets.size).toBe(0);
  });
});
