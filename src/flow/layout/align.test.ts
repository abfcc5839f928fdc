import { describe, expect, it } from 'vitest';
import { emptyDefinition, type FlowDefinition } from '../definition.ts';
import { addWidget } from '../edit/add-widget.ts';
import { moveWidgets } from '../edit/move-widgets.ts';
import { alignedPositions, distributedPositions, tidyPositions } from './align.ts';
import { cardBoxes } from './clear-place.ts';

const at = [
  { x: 0, y: 200 },
  { x: 300, y: 220 },
  { x: 900, y: 240 },
];
const names = ['a', 'b', 'c'];
const flow = at.reduce(
  (definition: FlowDefinition, place, index) =>
    addWidget(definition, 'send-message', place, names[index]).definition,
  emptyDefinition(),
);
const boxes = (positions: Map<string, { x: number; y: number }>) => {
  const all = cardBoxes(moveWidgets(flow, positions));
  return names.map((name) => all.get(name) ?? { x: 0, y: 0, width: 0, height: 0 });
};

describe('selected widgets', () => {
  it('are aligned by an edge or their middles', () => {
    expect(boxes(alignedPositions(flow, names, 'top')).map(({ y }) => y)).toEqual([200, 200, 200]);
    expect(boxes(alignedPositions(flow, names, 'bottom')).map(({ y }) => y)).toEqual([240, 240, 240]);
    expect(boxes(alignedPositions(flow, names, 'center')).map(({ x, width }) => x + width / 2)).toEqual([
      570, 570, 570,
    ]);
  });

  it('are distributed with equal gaps between the outer two', () => {
    const [a, b, c] = boxes(distributedPositions(flow, names, 'x'));
    expect([a?.x, c?.x]).toEqual([0, 900]);
    expect((b?.x ?? 0) - (a?.x ?? 0)).toBe((c?.x ?? 0) - (b?.x ?? 0));
  });

  it('are tidied into rows without overlaps, in their order', () => {
    const stacked = moveWidgets(flow, new Map([['b', { x: 100, y: 210 }]]));
    const placed = tidyPositions(stacked, names);
    expect([...placed.values()].map(({ y }) => y)).toEqual([200, 200, 200]);
    expect(placed.get('b')?.x).toBe(300);
  });
});
