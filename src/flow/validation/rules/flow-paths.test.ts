/** The paths of any flow, compared with a search from each widget. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { state } from '../../testing/said-by-rule.ts';
import { flowPaths, stronglyConnected } from './flow-paths.ts';
import { type FlowView, viewFlow, type WidgetView } from './rule.ts';

const view = (states: ReturnType<typeof state>[], initial_state = 'w0') =>
  viewFlow({ description: '', initial_state, states }, () => []);

/** The widgets that each of some leads to in any number of steps, those of none too. */
function reached({ widgets }: FlowView, from: readonly WidgetView[]): Set<WidgetView> {
  const found = new Set(from);
  for (const each of found)
    for (const { next } of each.links) {
      const target = next === '' ? undefined : widgets.find(({ name }) => name === next);
      if (target !== undefined) found.add(target);
    }
  return found;
}

const names = fc.constantFrom('', ...Array.from({ length: 12 }, (_, at) => `w${at}`));
const node = fc.tuple(names, fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), names), { maxLength: 3 }));
const flows = fc
  .tuple(
    fc.array(node, { minLength: 2, maxLength: 14 }),
    fc.constantFrom('trigger', 'send-message', 'unknown'),
    fc.constantFrom('w0', '', 'none'),
    fc.constantFrom(0, 25, 60),
  )
  .map(([nodes, type, initial, filling]) =>
    view(
      [
        // So that the places of the others need more than 32 bits.
        ...Array.from({ length: filling }, (_, at) =>
          state(`f${at}`, 'send-message', {}, [{ event: 'a', next: 'w1' }]),
        ),
        ...nodes.map(([name, links], at) =>
          state(
            at === 0 ? 'w0' : name,
            at === 0 ? type : 'trigger',
            {},
            links.map(([event, next]) => ({ event, next })),
          ),
        ),
      ],
      initial,
    ),
  );

describe('the paths of a flow', () => {
  it('are those that a search finds', () => {
    fc.assert(
      fc.property(flows, (flow) => {
        const paths = flowPaths(flow);
        const stepsFrom = (widget: WidgetView) =>
          widget.links.flatMap(({ event, next }) => {
            const target = next === '' ? undefined : flow.widgets.find(({ name }) => name === next);
            return target === undefined ? [] : [{ event, widget: target }];
          });
        const [start] = flow.widgets.filter(
          ({ name }) => name !== '' && name === flow.definition.initial_state,
        );
        const starts = start?.type?.type === 'trigger' ? stepsFrom(start) : [];
        for (const from of flow.widgets) {
          const steps = stepsFrom(from);
          const beyond = reached(
            flow,
            steps.map(({ widget }) => widget),
          );
          expect(paths.nextOf(from).map(({ event, widget }) => ({ event, widget }))).toEqual(steps);
          expect(flow.widgets.filter((to) => paths.leadsTo(from, to))).toEqual(
            [...flow.widgets].filter((to) => beyond.has(to)),
          );
          const events = starts
            .filter(({ widget }) => reached(flow, [widget]).has(from))
            .map(({ event }) => event);
          expect(paths.eventsTo(from)).toEqual(new Set(events));
        }
      }),
      { numRuns: 60 },
    );
  });

  it('are computed once', () => {
    const flow = view([state('w0', 'trigger')]);
    expect(flowPaths(flow)).toBe(flowPaths(flow));
  });

  it('do not lead to or from the widget of another flow', () => {
    const loop = [
      state('w0', 'trigger', {}, [{ event: 'a', next: 'w1' }]),
      state('w1', 'split-based-on', {}, [{ event: 'b', next: 'w1' }]),
    ];
    const flow = view(loop);
    const [, other] = view(loop).widgets as [WidgetView, WidgetView];
    const [, own] = flow.widgets as [WidgetView, WidgetView];
    const paths = flowPaths(flow);
    expect(paths.leadsTo(own, own)).toBe(true);
    expect([paths.leadsTo(own, other), paths.leadsTo(other, own)]).toEqual([false, false]);
    expect(paths.eventsTo(other)).toEqual(new Set());
    expect(paths.nextOf(other)).toEqual([]);
  });
});

describe('the strongly connected components', () => {
  it('have each node once, with those that it reaches and is reached from, after those that it leads to', () => {
    const graphs = fc
      .integer({ min: 1, max: 9 })
      .chain((size) =>
        fc.array(fc.array(fc.nat({ max: size - 1 }), { maxLength: 3 }), { minLength: size, maxLength: size }),
      );
    fc.assert(
      fc.property(graphs, (edges) => {
        const from = edges.map((_, node) => {
          const found = new Set([node]);
          for (const each of found) for (const to of edges[each] ?? []) found.add(to);
          return found;
        });
        const components = stronglyConnected(edges);
        expect(components.flat().toSorted((a, b) => a - b)).toEqual([...edges.keys()]);
        const finished = new Set<number>();
        for (const component of components) {
          const [first = -1] = component;
          const equals = [...edges.keys()].filter((each) => from[first]?.has(each) && from[each]?.has(first));
          expect(component.toSorted((a, b) => a - b)).toEqual(equals);
          for (const each of component) finished.add(each);
          expect([...(from[first] ?? [])].every((each) => finished.has(each))).toBe(true);
        }
      }),
    );
  });
});
