/** Moving a widget earlier and later on its path. */

import { describe, expect, it } from 'vitest';
import { emptyDefinition, type FlowDefinition, offsetOf } from '../definition.ts';
import { cordsOf } from '../graph.ts';
import { addWidget } from './add-widget.ts';
import { connect } from './connect.ts';
import { moveEarlier, moveLater } from './reorder-widget.ts';

const names = ['one', 'two', 'three'];
const added = names.reduce(
  (flow: FlowDefinition, name, index) =>
    addWidget(flow, 'send-message', { x: 0, y: 200 * index }, name).definition,
  emptyDefinition(),
);
const flow = [
  ['Trigger', 'incomingMessage', 'one'],
  ['one', 'sent', 'two'],
  ['two', 'sent', 'three'],
].reduce((now, [widget = '', outlet = '', to = '']) => connect(now, { widget, outlet }, to), added);

const pathOf = (definition: FlowDefinition) => cordsOf(definition).map(({ from, to }) => `${from} ${to}`);
const yOf = (definition: FlowDefinition, name: string) =>
  offsetOf(definition.states.find((state) => state.name === name) ?? {})?.y;

describe('a widget in a path', () => {
  it('moves before the one that leads to it, and the cards exchange their places', () => {
    const moved = moveEarlier(flow, 'two');
    expect(pathOf(moved).sort()).toEqual(['Trigger two', 'one three', 'two one']);
    expect([yOf(moved, 'two'), yOf(moved, 'one')]).toEqual([0, 200]);
  });

  it('moves behind the one that it leads to, as far as the end of the path', () => {
    const moved = moveLater(flow, 'two');
    expect(pathOf(moved).sort()).toEqual(['Trigger one', 'one three', 'three two']);
    expect(moveLater(moved, 'two')).toBe(moved);
  });

  it('stays behind the trigger, and comes back', () => {
    expect(moveEarlier(flow, 'one')).toBe(flow);
    expect(pathOf(moveLater(moveEarlier(flow, 'three'), 'three')).sort()).toEqual(pathOf(flow).sort());
  });
});
