/**
 * Adding, splicing and deleting at random keeps a drawing clean: no card covers another, no cord runs behind a card, no
 * two cords share a lane. On samples, and on real flows where they are at hand.
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import ElkModule from 'elkjs/lib/elk.bundled.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyDefinition } from '#flow/definition.ts';
import { readDefinition } from '#flow/import-export/read-definition.ts';
import { type LayoutEngine, layoutDefinition } from '#flow/layout/layout.ts';
import { separateCards } from '#flow/layout/separate-cards.ts';
import { samples } from '#flow/samples/samples.ts';
import { drawingFaults, editAt, editNumbers } from '../testing/random-placing.ts';

const elk = new ElkModule() as LayoutEngine;
const corpus = new URL('../../../../../shared/corpus/flows/', import.meta.url);

describe('after 200 random edits', () => {
  it('no card covers another, no cord runs behind one, and none shares a lane', () => {
    const starts = [emptyDefinition(), ...samples.map(({ definition }) => definition)];
    fc.assert(
      fc.property(fc.constantFrom(...starts), editNumbers, (start, numbers) => {
        expect(drawingFaults(numbers.reduce(editAt, start))).toEqual([]);
      }),
      { numRuns: 2, seed: 35, endOnFailure: true },
    );
  });

  it.skipIf(!existsSync(corpus))(
    'the same holds for real flows, as imported and arranged, before and after the edits',
    async () => {
      for (const [index, file] of readdirSync(corpus).entries()) {
        // Every fourth, to keep the run short; `e2e/corpus` checks all of them.
        if (index % 4 !== 0) continue;
        const read = readDefinition(readFileSync(new URL(file, corpus), 'utf8'));
        if (!read.ok) continue;
        const numbers = fc.sample(editNumbers, { numRuns: 1, seed: index })[0] ?? [];
        const imported = await layoutDefinition(separateCards(read.definition), elk, 'unplaced');
        const arranged = await layoutDefinition(read.definition, elk);
        for (const start of [imported, arranged]) {
          expect(drawingFaults(start), file).toEqual([]);
          expect(drawingFaults(numbers.reduce(editAt, start)), file).toEqual([]);
        }
      }
    },
    240_000,
  );
});
