/** A flow does the same with a part of it in a subflow, and with that part back: the samples, with random inputs. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FlowDefinition } from '#flow/definition.ts';
import { extractedFlow, replaceBySubflow } from '#flow/edit/subflow/extract-subflow.ts';
import { inlineSubflow } from '#flow/edit/subflow/inline-subflow.ts';
import { planExtraction } from '#flow/edit/subflow/plan-extraction.ts';
import { planInlining } from '#flow/edit/subflow/plan-inlining.ts';
import { cordsOf, widgetIds } from '#flow/graph.ts';
import { samples } from '#flow/samples/samples.ts';
import { validate } from '#flow/validation/validate.ts';
import { playBoth } from './testing/same-behaviour.ts';

const sid = `FW${'b'.repeat(32)}`;
const flows = samples.map(({ definition }) => definition).filter(({ states }) => states.length > 1);

/** Widgets that hang together: one, and others that cords lead to. */
function selectionOf(definition: FlowDefinition, [first = 0, ...picks]: readonly number[]): string[] {
  const ids = widgetIds(definition).filter((id) => id !== 'Trigger');
  const selected = [ids[first % ids.length] ?? ''];
  for (const pick of picks) {
    const near = cordsOf(definition).filter(
      ({ from, to }) => selected.includes(from) && !selected.includes(to),
    );
    const next = near[pick % near.length]?.to;
    if (next !== undefined) selected.push(next);
  }
  return selected;
}

function errors(definition: FlowDefinition): string[] {
  return validate(definition)
    .filter(({ severity }) => severity === 'error')
    .map(({ message }) => message);
}

describe('a selection of a flow', () => {
  it('does as a subflow, and put back into the flow, what it did before', () => {
    let [extracted, inlined] = [0, 0];
    fc.assert(
      fc.property(
        fc.constantFrom(...flows),
        fc.array(fc.nat(), { minLength: 1, maxLength: 8 }),
        fc.array(fc.nat(), { minLength: 10, maxLength: 30 }),
        (definition, picks, script) => {
          const planned = planExtraction(definition, selectionOf(definition, picks));
          if (!planned.ok) return;
          const child = extractedFlow(definition, planned.plan, 'A part');
          const { definition: parent, ids } = replaceBySubflow(definition, planned.plan, {
            ...{ sid, revision: 'LatestPublished', name: 'A part' },
          });
          expect(errors(child)).toEqual(errors(definition));
          expect(errors(parent)).toEqual(errors(definition));
          const seen = playBoth(
            { definition },
            { definition: parent, subflows: { [sid]: child } },
            new Set(widgetIds(definition)),
            script,
          );
          extracted += 1;
          if (seen !== null) expect(seen.second).toEqual(seen.first);
          const back = planInlining(parent, ids[0] ?? '', child);
          if (!back.ok) return;
          inlined += 1;
          const { definition: whole } = inlineSubflow(parent, back.plan, child);
          expect(errors(definition)).toEqual(expect.arrayContaining(errors(whole)));
          const again = playBoth(
            { definition },
            { definition: whole },
            new Set(widgetIds(definition)),
            script,
          );
          if (again !== null) expect(again.second).toEqual(again.first);
        },
      ),
      { numRuns: 150, seed: 13 },
    );
    expect(extracted).toBeGreaterThan(60);
    expect(inlined).toBeGreaterThan(50);
  });
});
