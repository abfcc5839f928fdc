/** The definitions that executions run by. Revisions never change, so a parsed one stays good. */

import type { FlowDefinition } from '#flow/definition.ts';
import type { Queries } from '../../platform/database/database.ts';
import { definitionTextOf } from './store.ts';

/** The largest take about 5 MB parsed. */
const maxCached = 200;

const cache = new Map<string, FlowDefinition>();

/**
 * The definition of that revision, from memory when it ran lately.
 * @throws when there is no such revision
 */
export async function definitionOf(db: Queries, flow: string, revision: number): Promise<FlowDefinition> {
  const key = `${flow}.${revision}`;
  const known = cache.get(key);
  if (known !== undefined) {
    // Taken out and put back: the first of the map is the one that was not used for longest.
    cache.delete(key);
    cache.set(key, known);
    return known;
  }
  const text = await definitionTextOf(db, flow, revision);
  if (text === undefined) throw new Error(`Revision ${revision} of ${flow} is gone.`);
  const definition = JSON.parse(text) as FlowDefinition;
  cache.set(key, definition);
  const [oldest] = cache.keys();
  if (cache.size > maxCached && oldest !== undefined) cache.delete(oldest);
  return definition;
}
