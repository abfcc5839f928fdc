/**
 * Adding, splicing and deleting at random keeps a drawing clean: no card covers another, no cord runs behind a card, no
 * two cords share a lane. On samples, and on real flows where they are at hand.
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import ElkModule from 'elkjs/lib/elk.bundled.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyDefinition, type FlowDefinition } from '#flow/definition.ts';
import { removeAndReconnect } from '#flow/edit/remove-widgets.ts';
import { outletsOf, widgetIds } from '#flow/graph.ts';
import { readDefinition } from '#flow/import-export/read-definition.ts';
import { cardBoxes } from '#flow/layout/clear-place.ts';
import { type LayoutEngine, layoutDefinition } from '#flow/layout/layout.ts';
import { samples } from '#flow/samples/samples.ts';
import { widgetTypeNames } from '#flow/widgets/widget-type.ts';
import { projectScene } from '../../canvas/render/scene.ts';
import { routeCords } from '../../canvas/routing/cord-router.ts';
import { crossesCard, overlaps, segmentsOf } from '../../canvas/testing/route-faults.ts';
import { placeWidget } from './place-widget.ts';

const elk = new ElkModule() as unknown as LayoutEngine;
const corpus = new URL('../../../../../shared/corpus/flows/', import.meta.url);
const types = widgetTypeNames.filter((type) => type !== 'trigger');

/** Pairs of cards that cover each other. */
function covered(definition: FlowDefinition): string[] {
  const boxes = [...cardBoxes(definition)];
  return boxes.flatMap(([a, one], index) =>
    boxes.slice(index + 1).flatMap(([b, two]) => {
      const apart =
        one.x + one.width <= two.x ||
        two.x + two.width <= one.x ||
        one.y + one.height <= two.y ||
        two.y + two.height <= one.y;
      return apart ? [] : [`${a} and ${b}`];
    }),
  );
}

/**
 * Cords behind cards and cords that share a lane. A cord for which the router finds no free way is drawn across cards and
 * left out here: after 200 edits a few that go back over thousands of units are.
 */
function cordFaults(definition: FlowDefinition): string[] {
  const { widgets, cords } = projectScene(definition);
  const boxes = [...widgets.values()].map(({ box }) => box);
  const all = routeCords(boxes, [...cords.values()]);
  const routes = new Map([...all].filter(([, route]) => !route.isFallback));
  const behind = segmentsOf(routes).filter((segment) => boxes.some((box) => crossesCard(segment, box)));
  return [...behind.map(({ route }) => `${route.id} behind a card`), ...overlaps(routes)];
}

/** One edit: adds below an outlet or into its cord, or deletes a widget, as the three numbers pick. */
function editAt(definition: FlowDefinition, [what, where, which]: readonly number[]): FlowDefinition {
  const pick = <Item>(items: readonly Item[], number = 0): Item | undefined => items[number % items.length];
  const ids = widgetIds(definition);
  const widget = pick(ids, where) ?? '';
  if ((what ?? 0) % 4 === 0) return removeAndReconnect(definition, [widget]);
  const outlet = pick(outletsOf(definition.states[ids.indexOf(widget)] ?? {}), which);
  if (outlet === undefined) return definition;
  const type = pick(types, what) ?? 'send-message';
  return placeWidget(definition, type, { kind: 'outlet', from: { widget, outlet: outlet.key } }).definition;
}

const editNumbers = fc.array(fc.tuple(fc.nat(999), fc.nat(999), fc.nat(999)), {
  minLength: 200,
  maxLength: 200,
});

describe('after 200 random edits', () => {
  it('no card covers another, no cord runs behind one, and none shares a lane', () => {
    const starts = [emptyDefinition(), ...samples.map(({ definition }) => definition)];
    fc.assert(
      fc.property(fc.constantFrom(...starts), editNumbers, (start, numbers) => {
        const edited = numbers.reduce(editAt, start);
        expect(covered(edited)).toEqual([]);
        expect(cordFaults(edited)).toEqual([]);
      }),
      { numRuns: 2, seed: 35, endOnFailure: true },
    );
  });

  it.skipIf(!existsSync(corpus))(
    'no card covers another in real flows, once they are arranged',
    async () => {
      for (const [index, file] of readdirSync(corpus).entries()) {
        // Every sixth, to keep the run short.
        if (index % 6 !== 0) continue;
        const read = readDefinition(readFileSync(new URL(file, corpus), 'utf8'));
        if (!read.ok) continue;
        const arranged = await layoutDefinition(read.definition, elk);
        const numbers = fc.sample(editNumbers, { numRuns: 1, seed: index })[0] ?? [];
        const edited = numbers.reduce(editAt, arranged);
        expect(covered(edited), file).toEqual([]);
      }
    },
    240_000,
  );
});
