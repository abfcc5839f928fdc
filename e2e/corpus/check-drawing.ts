/** The drawing of a real flow, after import and after 200 random edits: no covered card, no cord behind one, no shared lane. */

import ElkModule from 'elkjs/lib/elk.bundled.js';
import fc from 'fast-check';
import { readDefinition } from '#flow/import-export/read-definition.ts';
import { type LayoutEngine, layoutDefinition } from '#flow/layout/layout.ts';
import { separateCards } from '#flow/layout/separate-cards.ts';
import { drawingFaults, editAt, editNumbers } from '../../src/app/designer/testing/random-placing.ts';
import type { Result } from './check-flow.ts';

export const drawingHeads = ['faults drawn'];

const seed = 20_261_122;
const engine = new ElkModule() as unknown as LayoutEngine;

export async function checkDrawing(text: string): Promise<Result> {
  const opened = readDefinition(text);
  if (!opened.ok) return { cells: ['–'], passed: 0, failures: [] };
  const imported = await layoutDefinition(separateCards(opened.definition), engine, 'unplaced');
  const [numbers = []] = fc.sample(editNumbers, { numRuns: 1, seed });
  const [before, after] = [imported, numbers.reduce(editAt, imported)].map(drawingFaults);
  const failures = [
    ...(before ?? []).map((fault) => `after import ${fault}`),
    ...(after ?? []).map((fault) => `after 200 edits ${fault}`),
  ];
  return { cells: [`${failures.length}`], passed: failures.length === 0 ? 2 : 0, failures };
}
