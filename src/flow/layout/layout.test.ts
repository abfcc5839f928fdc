import ElkModule from 'elkjs/lib/elk.bundled.js';
import { describe, expect, it } from 'vitest';
import { emptyDefinition, type FlowDefinition, offsetOf, type Point } from '../definition.ts';
import { addWidget } from '../edit/add-widget.ts';
import { addBranch } from '../edit/branches.ts';
import { connect } from '../edit/connect.ts';
import { moveWidgets } from '../edit/move-widgets.ts';
import { setProperty } from '../edit/set-property.ts';
import { cordsOf } from '../graph.ts';
import { appointmentFlow, widget } from '../testing/test-flow.ts';
import { cardSize } from './card-size.ts';
import { applyLayout, type LayoutEngine, layoutDefinition, layoutGraph } from './layout.ts';

const elk = new ElkModule() as LayoutEngine;

const flow = appointmentFlow();

function place(definition: FlowDefinition, name: string): Point {
  return offsetOf(widget(definition, name)) ?? { x: Number.NaN, y: Number.NaN };
}

/** Pairs of cards that cover each other. */
function overlaps(definition: FlowDefinition): string[] {
  const boxes = definition.states.map((state) => ({
    name: state.name ?? '',
    ...cardSize(state),
    ...(offsetOf(state) ?? { x: 0, y: 0 }),
  }));
  return boxes.flatMap((a, index) =>
    boxes.slice(index + 1).flatMap((b) => {
      const apart =
        a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
      return apart ? [] : [`${a.name} and ${b.name}`];
    }),
  );
}

function unplaced(definition: FlowDefinition, ...names: string[]): FlowDefinition {
  return names.reduce((all, name) => setProperty(all, name, 'offset', undefined), definition);
}

describe('the size of a card', () => {
  it('is that of the trigger rail for a trigger', () => {
    expect(cardSize(widget(flow, 'Trigger'))).toEqual({ width: 680, height: 80 });
  });

  it('grows with the outlets from the fourth on', () => {
    let split = addWidget(flow, 'split-based-on', { x: 0, y: 0 }, 'split').definition;
    const widths = [1, 2, 3, 4, 5, 6].map(() => {
      const { width } = cardSize(widget(split, 'split'));
      split = addBranch(split, 'split').definition;
      return width;
    });
    expect(widths).toEqual([240, 240, 240, 260, 320, 380]);
  });

  it('is higher when the summary needs two lines, whatever its variables are called', () => {
    expect(cardSize(widget(flow, 'greet')).height).toBe(100);
    const long = setProperty(
      flow,
      'greet',
      'body',
      'Good morning, this is a message that does not fit on one line',
    );
    expect(cardSize(widget(long, 'greet')).height).toBe(120);
    const heights = ['x'.repeat(34), 'x'.repeat(35), `${'x '.repeat(17)}\n   \n`].map(
      (body) => cardSize(widget(setProperty(flow, 'greet', 'body', body), 'greet')).height,
    );
    expect(heights).toEqual([100, 120, 100]);
    const path = setProperty(flow, 'greet', 'body', '{{widgets.a_very_long_name_of_a_widget.inbound.Body}}');
    expect(cardSize(widget(path, 'greet')).height).toBe(100);
  });

  it('has a default for unknown types', () => {
    expect(cardSize({ type: 'future' })).toEqual({ width: 240, height: 100 });
    expect(cardSize({})).toEqual({ width: 240, height: 100 });
  });
});

describe('automatic layout', () => {
  it('places widgets below their predecessors, on the grid, without overlap', async () => {
    const laid = await layoutDefinition(flow, elk);
    expect(overlaps(laid)).toEqual([]);
    for (const name of ['greet', 'ask', 'check', 'thank']) {
      expect(Math.abs(place(laid, name).x % 20) + Math.abs(place(laid, name).y % 20)).toBe(0);
    }
    const ys = ['Trigger', 'greet', 'ask', 'check', 'thank'].map((name) => place(laid, name).y);
    expect(ys).toEqual([...ys].sort((a, b) => a - b));
    expect(new Set(ys).size).toBe(5);
  });

  it('keeps the trigger in place and changes only positions', async () => {
    const elsewhere = moveWidgets(flow, new Map([['Trigger', { x: -315, y: 1000 }]]));
    const laid = await layoutDefinition(elsewhere, elk);
    expect(place(laid, 'Trigger')).toEqual({ x: -315, y: 1000 });
    expect(place(laid, 'greet').y).toBeGreaterThan(1000);
    const bare = (definition: FlowDefinition) =>
      JSON.stringify(unplaced(definition, 'Trigger', 'greet', 'ask', 'check', 'thank'));
    expect(bare(laid)).toBe(bare(flow));
  });

  it('places what is not connected with the trigger beside it, never above', async () => {
    let more = flow;
    for (const name of ['lone_1', 'lone_2', 'lone_3', 'lone_4', 'lone_5', 'lone_6'])
      more = addWidget(more, 'say-play', { x: 0, y: -900 }, name).definition;
    more = connect(more, { widget: 'lone_5', outlet: 'audioComplete' }, 'lone_6');
    const laid = await layoutDefinition(more, elk);
    expect(overlaps(laid)).toEqual([]);
    const connected = ['Trigger', 'greet', 'ask', 'check', 'thank'];
    const right = Math.max(...connected.map((name) => place(laid, name).x + 240));
    for (const name of ['lone_1', 'lone_2', 'lone_3', 'lone_4', 'lone_5', 'lone_6']) {
      expect(place(laid, name).x).toBeGreaterThan(right);
      expect(place(laid, name).y).toBeGreaterThanOrEqual(place(laid, 'Trigger').y);
    }
    expect(await layoutDefinition(laid, elk)).toBe(laid);
  });

  it('is deterministic and idempotent', async () => {
    const laid = await layoutDefinition(flow, elk);
    expect(await layoutDefinition(flow, elk)).toEqual(laid);
    expect(await layoutDefinition(laid, elk)).toBe(laid);
  });

  it('orders the successors of a widget as its outlets', async () => {
    let menu = addWidget(emptyDefinition(), 'gather-input-on-call', { x: 0, y: 0 }, 'menu').definition;
    menu = connect(menu, { widget: 'Trigger', outlet: 'incomingCall' }, 'menu');
    for (const event of ['timeout', 'speech', 'keypress']) {
      menu = addWidget(menu, 'say-play', { x: 0, y: 0 }, event).definition;
      menu = connect(menu, { widget: 'menu', outlet: event }, event);
    }
    const laid = await layoutDefinition(menu, elk);
    const xs = ['keypress', 'speech', 'timeout'].map((name) => place(laid, name).x);
    expect(xs).toEqual([...xs].sort((a, b) => a - b));
  });

  it('handles loops, isolated widgets, two triggers and malformed states', async () => {
    const odd = {
      ...connect(flow, { widget: 'thank', outlet: 'sent' }, 'thank'),
      initial_state: 'nowhere',
    };
    const states = [
      ...odd.states,
      { type: 'trigger', name: 'Second' },
      {},
      { name: 'flat', properties: 'none' as never },
    ];
    const laid = await layoutDefinition({ ...odd, states }, elk);
    expect(laid.states).toHaveLength(states.length);
    expect(offsetOf(widget(laid, 'Second'))).not.toBeNull();
  });

  it('is a graph with one port for each outlet, in their order', () => {
    const graph = layoutGraph(flow);
    const check = graph.children.find(({ id }) => id === 'check');
    expect(check?.ports.map(({ x, y }) => [x, y])).toEqual([
      [120, 0],
      [40, 100],
      [120, 100],
      [200, 100],
    ]);
    expect(graph.edges).toHaveLength(cordsOf(flow).length);
  });

  it('is a graph of cards, with a port for the inlet, and of cords, none to the trigger', () => {
    let small = connect(emptyDefinition(), { widget: 'Trigger', outlet: 'incomingCall' }, 'Trigger');
    small = addWidget(small, 'say-play', { x: 0, y: 0 }, 'say').definition;
    small = connect(small, { widget: 'Trigger', outlet: 'incomingCall' }, 'say');
    small = connect(small, { widget: 'say', outlet: 'audioComplete' }, 'Trigger');
    const port = (id: string, x: number, y: number, side: string) => ({
      ...{ id, x, y, width: 0, height: 0, layoutOptions: { 'elk.port.side': side } },
    });
    const common = { 'elk.layered.priority.direction': '100', 'elk.layered.priority.shortness': '100' };
    const places = { 'elk.portConstraints': 'FIXED_POS', 'elk.alignment': 'TOP' };
    expect(layoutGraph(small)).toEqual({
      ...{ id: 'flow', layoutOptions: expect.objectContaining({ 'elk.direction': 'DOWN' }) },
      children: [
        {
          ...{ id: 'Trigger', width: 680, height: 80 },
          ports: [
            port('\nTrigger', 340, 0, 'NORTH'),
            port('Trigger\nincomingCall', 60, 80, 'SOUTH'),
            port('Trigger\nincomingMessage', 200, 80, 'SOUTH'),
            port('Trigger\nincomingRequest', 340, 80, 'SOUTH'),
            port('Trigger\nincomingConversationMessage', 480, 80, 'SOUTH'),
            port('Trigger\nincomingParent', 620, 80, 'SOUTH'),
          ],
          layoutOptions: { ...places, 'elk.layered.layering.layerConstraint': 'FIRST' },
        },
        {
          ...{ id: 'say', width: 240, height: 100 },
          ports: [port('\nsay', 120, 0, 'NORTH'), port('say\naudioComplete', 120, 100, 'SOUTH')],
          layoutOptions: places,
        },
      ],
      edges: [
        {
          ...{ id: 'Trigger incomingCall', sources: ['Trigger\nincomingCall'], targets: ['\nsay'] },
          layoutOptions: { ...common, 'elk.layered.priority.straightness': '100' },
        },
      ],
    });
  });

  it('is applied from the place of the trigger, on the grid', () => {
    const bare = unplaced(moveWidgets(flow, new Map([['Trigger', { x: 7, y: 1_003 }]])), 'greet');
    const children = [
      { id: 'greet', x: 111, y: 212 },
      { id: 'Trigger', x: 100 },
      { id: 'ask', y: 400 },
    ];
    const laid = (definition: FlowDefinition) => {
      const result = applyLayout(definition, { children });
      return ['Trigger', 'greet', 'ask', 'thank'].map((name) => offsetOf(widget(result, name)));
    };
    const thank = offsetOf(widget(flow, 'thank'));
    expect(laid(bare)).toEqual([{ x: 7, y: 1_003 }, { x: 27, y: 1_223 }, { x: -93, y: 1_403 }, thank]);
    expect(laid(unplaced(bare, 'Trigger'))).toEqual([
      { x: -20, y: -220 },
      { x: 0, y: 0 },
      { x: -120, y: 180 },
      thank,
    ]);
    expect(applyLayout(flow, {})).toBe(flow);
    const unknown = { children: [...children, { id: 'ghost', x: 0, y: 0 }] };
    expect(applyLayout(bare, unknown)).toEqual(applyLayout(bare, { children }));
  });
});

describe('incremental layout', () => {
  it('keeps the other positions', async () => {
    const laid = await layoutDefinition(flow, elk);
    const grown = connect(
      unplaced(addWidget(laid, 'say-play', { x: 0, y: 0 }, 'said').definition, 'said'),
      { widget: 'ask', outlet: 'timeout' },
      'said',
    );
    const placed = await layoutDefinition(grown, elk, 'unplaced');
    expect(placed.states.slice(0, 5)).toEqual(grown.states.slice(0, 5));
    expect(place(placed, 'said').y).toBeGreaterThan(place(placed, 'ask').y);
    expect(overlaps(placed)).toEqual([]);
  });

  it('places all widgets when none has a position, and none when all have', async () => {
    const bare = unplaced(flow, 'Trigger', 'greet', 'ask', 'check', 'thank');
    const placed = await layoutDefinition(bare, elk, 'unplaced');
    expect(overlaps(placed)).toEqual([]);
    expect(await layoutDefinition(flow, elk, 'unplaced')).toBe(flow);
  });
});
