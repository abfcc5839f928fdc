/** A generated flow of 1,000 widgets with 3 outlets each and 1,500 cords, the same on every page and in every run. */

import { type FlowDefinition, offsetOf, type State, type Transition } from '#flow/definition.ts';

const columns = 25;
const events = ['incomingMessage', 'timeout', 'deliveryFailure'] as const;

/** Numbers between 0 and 1 that are the same in every run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

/** Most cords lead to the next row, some along it, some back. */
export function bigFlow(widgets = 1000, cords = 1500): FlowDefinition {
  const random = seeded(7);
  const next: (string | null)[][] = Array.from({ length: widgets }, () => [null, null, null]);
  const name = (index: number) => `widget_${index}`;
  for (let index = 0, count = 0; count < cords; index++) {
    const from = index % widgets;
    const outlet = index < widgets ? 1 : random() < 0.5 ? 0 : 2;
    const aim = random();
    const drift = Math.round((random() - 0.5) * 4);
    const to = from + (aim < 0.75 ? columns + drift : aim < 0.9 ? drift : -columns + drift);
    const outlets = next[from];
    if (to < 0 || to >= widgets || to === from || outlets === undefined || outlets[outlet] !== null) continue;
    outlets[outlet] = name(to);
    count++;
  }
  const states = next.map((targets, index): State => {
    const transitions = events.map((event, outlet): Transition => {
      const to = targets[outlet] ?? null;
      return to === null ? { event } : { event, next: to };
    });
    const offset = { x: (index % columns) * 320, y: 200 + Math.floor(index / columns) * 180 };
    const body = `Hello {{flow.data.name}}, this is message ${index} of the flow. Answer yes or no.`;
    const properties = {
      body,
      from: '{{flow.channel.address}}',
      service: '',
      channel: '',
      timeout: '3600',
      offset,
    };
    return { name: name(index), type: 'send-and-wait-for-reply', transitions, properties };
  });
  return {
    description: 'A big flow',
    states,
    initial_state: name(0),
    flags: { allow_concurrent_calls: true },
  };
}

/** Its widgets as boxes and cords, for pages that do not know flows. */
export function plainGraph(flow: FlowDefinition = bigFlow()) {
  const nodes = flow.states.map((state) => {
    const { x, y } = offsetOf(state) ?? { x: 0, y: 0 };
    return { id: state.name ?? '', x, y, width: 240, height: 120 };
  });
  const edges = flow.states.flatMap(({ name = '', transitions = [] }) =>
    transitions.flatMap(({ next }, outlet) => (next ? [{ from: name, outlet, to: next }] : [])),
  );
  return { nodes, edges };
}
