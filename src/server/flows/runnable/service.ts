/** Which revision of a flow an execution runs, and its definition. */

import type { FlowDefinition } from '#flow/definition.ts';
import type { Queries } from '../../platform/database/database.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { type FlowForContact, findDefinitionText, findRevisionFor, findRunnable } from './store.ts';

export { contactRevisionStatement } from './store.ts';

/** Definitions that stay parsed; the largest take about 5 MB. */
const maxCached = 200;

/** By flow SID and revision, least recently used first. Revisions never change, so entries never expire. */
const caches = new WeakMap<ServiceContext, Map<string, FlowDefinition>>();

/**
 * The definition of a revision, parsed.
 * @throws when there is no such revision
 */
export async function definitionOf(
  ctx: ServiceContext,
  db: Queries,
  { flow, revision }: { flow: string; revision: number },
): Promise<FlowDefinition> {
  const cache = caches.get(ctx) ?? new Map<string, FlowDefinition>();
  caches.set(ctx, cache);
  const key = `${flow}.${revision}`;
  const cached = cache.get(key);
  if (cached !== undefined) {
    // A map iterates in the order of insertion, so this makes the entry the most recently used one.
    cache.delete(key);
    cache.set(key, cached);
    return cached;
  }
  const text = await findDefinitionText(db, flow, revision);
  if (text === undefined) throw new Error(`Revision ${revision} of ${flow} is gone.`);
  const definition = JSON.parse(text) as FlowDefinition;
  cache.set(key, definition);
  const [leastRecent] = cache.keys();
  if (cache.size > maxCached && leastRecent !== undefined) cache.delete(leastRecent);
  return definition;
}

/** Whether the account has that flow. */
export async function flowExists(db: Queries, account: string, flow: string): Promise<boolean> {
  return (await findRunnable(db, account, flow)) !== undefined;
}

/**
 * The revision that a contact gets: test users the newest, everybody else the published one. `missing` when
 * the account has no such flow, `unpublished` when none of its revisions is for that contact.
 */
export async function revisionFor(
  db: Queries,
  key: FlowForContact,
): Promise<number | 'missing' | 'unpublished'> {
  const revision = await findRevisionFor(db, key);
  return revision === undefined ? 'missing' : (revision ?? 'unpublished');
}

/** The newest revision of a flow where it is a draft. */
export async function draftOf(
  db: Queries,
  { account, flow }: { account: string; flow: string },
): Promise<number | 'missing' | 'published'> {
  const runnable = await findRunnable(db, account, flow);
  if (runnable === undefined) return 'missing';
  return runnable.revision === runnable.published_revision ? 'published' : runnable.revision;
}

/** The number of the revision that a run-subflow widget names; null when there is none. */
export async function revisionNamed(
  db: Queries,
  { account, flow, name }: { account: string; flow: string; name: string },
): Promise<number | null> {
  const runnable = await findRunnable(db, account, flow);
  if (runnable === undefined) return null;
  if (name === 'LatestPublished' || name === '') return runnable.published_revision;
  if (name === 'LatestRevision') return runnable.revision;
  const number = numberWritten(name);
  return number !== null && number <= runnable.revision ? number : null;
}

/** The number of a revision as it is written: each has one spelling, so `01` and `1e0` are none. */
export function numberWritten(text: string): number | null {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}
