import { describe, expect, it } from 'vitest';
import { emptyDefinition, offsetOf } from '#flow/definition.ts';
import { cordsOf } from '#flow/graph.ts';
import { addWidgetAfter, addWidgetAt } from './place-widget.ts';

const empty = emptyDefinition();

describe('placing a new widget', () => {
  it('puts its top middle where it was dropped, on the grid, and connects it', () => {
    const from = { widget: 'Trigger', outlet: 'incomingMessage' };
    const { definition, id } = addWidgetAt(empty, 'send-message', { x: 333, y: 201 }, from, false);
    expect(offsetOf(definition.states[1] ?? {})).toEqual({ x: 220, y: 200 });
    expect(cordsOf(definition)).toMatchObject([{ from: 'Trigger', event: 'incomingMessage', to: id }]);
  });

  it('inserts into a cord', () => {
    const from = { widget: 'Trigger', outlet: 'incomingMessage' };
    const first = addWidgetAt(empty, 'send-message', { x: 0, y: 400 }, from, false);
    const second = addWidgetAt(first.definition, 'set-variables', { x: 0, y: 200 }, from, true);
    expect(cordsOf(second.definition).map(({ from: source, to }) => [source, to])).toEqual([
      ['Trigger', second.id],
      [second.id, first.id],
    ]);
  });

  it('goes below the selection into its first free outlet, and never onto another card', () => {
    const first = addWidgetAfter(empty, 'send-message', 'Trigger', { x: 0, y: 0 });
    const second = addWidgetAfter(first.definition, 'send-message', 'Trigger', { x: 0, y: 0 });
    expect(new Set(cordsOf(second.definition).map(({ event }) => event)).size).toBe(2);
    const [a, b] = [second.definition.states[1], second.definition.states[2]].map((state) =>
      offsetOf(state ?? {}),
    );
    expect(a?.y).toBe(b?.y);
    expect(Math.abs((a?.x ?? 0) - (b?.x ?? 0))).toBeGreaterThanOrEqual(240);
  });

  it('goes into the outlet that the keyboard is on, when that is free', () => {
    const first = addWidgetAfter(empty, 'send-message', 'Trigger', { x: 0, y: 0 }, 'incomingRequest');
    const second = addWidgetAfter(
      first.definition,
      'send-message',
      'Trigger',
      { x: 0, y: 0 },
      'incomingRequest',
    );
    expect(cordsOf(second.definition).map(({ outlet, to }) => [outlet, to])).toEqual([
      [expect.not.stringContaining('incomingRequest'), second.id],
      ['incomingRequest', first.id],
    ]);
  });

  it('goes to the middle of the view when nothing is selected', () => {
    const { definition } = addWidgetAfter(empty, 'send-message', null, { x: 120, y: 500 });
    expect(offsetOf(definition.states[1] ?? {})).toEqual({ x: 0, y: 500 });
    expect(cordsOf(definition)).toEqual([]);
  });
});
