/** The big flow as boxes and edges, for pages without a flow model. */

import { type FlowDefinition, offsetOf } from '#flow/definition.ts';
import { cordsOf, outletsOf, widgetIds } from '#flow/graph.ts';
import { bigFlow } from '../big-flow.ts';

/** Outlets of each box: the average of the flow's widgets. */
const outletsEach = 3;

/** `outlet` is the number of the outlet below its box, from 0. */
export function plainGraph(flow: FlowDefinition = bigFlow()) {
  const ids = widgetIds(flow);
  const nodes = flow.states.map((state, index) => {
    const { x, y } = offsetOf(state) ?? { x: 0, y: 0 };
    return { id: ids[index] ?? '', x, y, width: 240, height: 120 };
  });
  const keys = new Map(
    flow.states.map((state, index) => [ids[index], outletsOf(state).map(({ key }) => key)]),
  );
  const edges = cordsOf(flow).map(({ id, from, outlet, to }) => ({
    id,
    from,
    outlet: (keys.get(from)?.indexOf(outlet) ?? 0) % outletsEach,
    to,
  }));
  return { nodes, edges };
}

type PlainBox = ReturnType<typeof plainGraph>['nodes'][number];

/** The widget nearest to the middle of the flow: the one that is dragged and zoomed to. */
export function middleOf(boxes: readonly PlainBox[]): PlainBox {
  const mean = (axis: 'x' | 'y') => {
    const values = boxes.map((box) => box[axis]);
    return (Math.min(...values) + Math.max(...values)) / 2;
  };
  const [x, y] = [mean('x'), mean('y')];
  const distance = (box: (typeof boxes)[number]) => Math.hypot(box.x - x, box.y - y);
  return boxes.reduce((nearest, box) => (distance(box) < distance(nearest) ? box : nearest));
}

export const middleBox = middleOf(plainGraph().nodes);
