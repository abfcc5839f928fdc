import { describe, expect, it } from 'vitest';
import type { FlowDefinition } from '#flow/definition.ts';
import { outlineOrder } from './outline-order.ts';

const widget = (name: string, ...next: string[]) => ({
  name,
  type: 'set-variables',
  transitions: next.map((to) => ({ event: 'next', next: to })),
});

const flow = (...states: FlowDefinition['states']): FlowDefinition => ({
  description: '',
  initial_state: 'a',
  states,
});

describe('the outline of a flow', () => {
  it('goes along the cords from the start, whatever the order of the file, and ends in circles', () => {
    const told = outlineOrder(flow(widget('c', 'a'), widget('b', 'c'), widget('a', 'b', 'c')));
    expect(told.map(({ id, depth }) => [id, depth])).toEqual([
      ['a', 0],
      ['b', 1],
      ['c', 1],
    ]);
  });

  it('puts what is not reached last', () => {
    const told = outlineOrder(flow(widget('lost', 'a'), widget('a')));
    expect(told).toEqual([
      { id: 'a', index: 1, depth: 0 },
      { id: 'lost', index: 0, depth: null },
    ]);
  });

  it('tells all widgets of a flow without a start', () => {
    expect(outlineOrder({ ...flow(widget('x')), initial_state: 'gone' })).toHaveLength(1);
  });
});
