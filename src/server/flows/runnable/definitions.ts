/** The definitions that executions run by. Revisions never change, so a parsed one stays good. */

import type { FlowDefinition } from '#flow/definition.ts';
import type { Queries } from '../../platform/database/database.ts';
import { definitionTextOf } from './store.ts';

/** The largest take about 5 MB parsed. */
const maxKept = 200;

const kept = new Map<string, FlowDefinition>();

/**
 * The definition of that revision, from memory when it ran lately.
 * @throws when there is no such revision
 */
export async function definitionOf(db: Queries, flow: string, revision: number): Promise<FlowDefinition> {
  const key = `${flow}.${revision}`;
  const known = kept.get(key);
  if (known !== undefined) {
    // Taken out and put back: the first of the map is the one that was not used for longest.
    kept.delete(key);
    kept.set(key, known);
    return known;
  }
  const text = await definitionTextOf(db, flow, revision);
  if (text === undefined) throw new Error(`Revision ${revision} of ${flow} is gone.`);
  const definition = JSON.parse(text) as FlowDefinition;
  kept.set(key, definition);
  const [oldest] = kept.keys();
  if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest);
  return definition;
}
