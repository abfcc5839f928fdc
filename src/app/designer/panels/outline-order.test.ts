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
  it('follows the cords from the start in any order of the definition, and ends in cycles', () => {
    const entries = outlineOrder(flow(widget('c', 'a'), widget('b', 'c'), widget('a', 'b', 'c')));
    expect(entries.map(({ id, depth }) => [id, depth])).toEqual([
      ['a', 0],
      ['b', 1],
      ['c', 1],
    ]);
  });

  it('puts unreachable widgets last', () => {
    const entries = outlineOrder(flow(widget('lost', 'a'), widget('a')));
    expect(entries).toEqual([
      { id: 'a', index: 1, depth: 0 },
      { id: 'lost', index: 0, depth: null },
    ]);
  });

  it('has all widgets of a flow without a start', () => {
    expect(outlineOrder({ ...flow(widget('x')), initial_state: 'gone' })).toHaveLength(1);
  });
});
