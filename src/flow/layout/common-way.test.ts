import ElkModule from 'elkjs/lib/elk.bundled.js';
import { describe, expect, it } from 'vitest';
import { type FlowDefinition, offsetOf, type State } from '../definition.ts';
import { cordsOf, outletsOf, widgetIds } from '../graph.ts';
import { samples } from '../samples/samples.ts';
import { cardSize } from './card-size.ts';
import { commonWay } from './common-way.ts';
import { type LayoutEngine, layoutDefinition } from './layout.ts';
import { jackOffsets } from './outlet-places.ts';

const widget = (name: string, type: string, ...transitions: [event: string, next?: string][]): State => ({
  ...{ name, type, properties: {} },
  transitions: transitions.map(([event, next]) => ({ event, ...(next !== undefined && { next }) })),
});
const flow = (...states: State[]): FlowDefinition => ({
  ...{ description: '', flags: { allow_concurrent_calls: true }, initial_state: 'Trigger', states },
});
const trigger = widget(
  'Trigger',
  'trigger',
  ['incomingCall'],
  ['incomingMessage', 'ask'],
  ['incomingRequest', 'say'],
);

describe('the common way', () => {
  it('goes on where it went well, and by the first answer of a split that leads on', () => {
    const way = commonWay(
      flow(
        trigger,
        widget('ask', 'send-and-wait-for-reply', ['timeout', 'bye'], ['incomingMessage', 'split']),
        widget('split', 'split-based-on', ['noMatch', 'ask'], ['match'], ['match', 'bye'], ['match', 'say']),
        widget('say', 'send-message', ['sent'], ['failed', 'bye']),
        widget('bye', 'send-message', ['failed', 'say'], ['sent']),
      ),
    );
    expect([...way].map((id) => id.split(' ')[0])).toEqual(['Trigger', 'ask', 'split', 'bye']);
    expect([...way][1]).toContain('incomingMessage');
  });

  it('ends where only what was passed follows', () => {
    const way = commonWay(
      flow(trigger, widget('ask', 'send-message', ['sent', 'ask'], ['failed', 'Trigger'])),
    );
    expect(way.size).toBe(1);
  });

  it('is empty without a trigger', () => {
    expect(commonWay(flow(widget('a', 'send-message', ['sent', 'a']))).size).toBe(0);
  });
});

/** How far to the side each cord of the common way goes, in canvas units. */
function bendsOf(definition: FlowDefinition): number[] {
  const ids = widgetIds(definition);
  const cardOf = (id: string) => {
    const state = definition.states[ids.indexOf(id)] ?? {};
    return { state, x: offsetOf(state)?.x ?? 0, width: cardSize(state).width };
  };
  const way = commonWay(definition);
  const cords = cordsOf(definition).filter(({ id }) => way.has(id));
  return cords.map(({ from, outlet, to }) => {
    const [above, below] = [cardOf(from), cardOf(to)];
    const outlets = outletsOf(above.state);
    const jack =
      jackOffsets(above.width, outlets.length)[outlets.findIndex(({ key }) => key === outlet)] ?? 0;
    return Math.abs(above.x + jack - below.x - below.width / 2);
  });
}

it('goes straight down in samples that are arranged', async () => {
  const elk = new ElkModule() as LayoutEngine;
  const bends: number[] = [];
  for (const { definition } of samples) bends.push(...bendsOf(await layoutDefinition(definition, elk)));
  // Places are on a grid of 20, and jacks are not.
  const straight = bends.filter((units) => units <= 10);
  expect(bends.length).toBeGreaterThan(30);
  expect(straight.length / bends.length).toBeGreaterThan(0.9);
});
