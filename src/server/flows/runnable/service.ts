/** Which revision of a flow an execution runs. */

import type { TurnTransaction } from '../../executions/service/turn-transaction.ts';
import { findRunnable, mayRunDrafts } from './store.ts';

/**
 * The revision that a contact gets: test users the newest, everybody else the published one. `missing` when
 * the account has no such flow, `unpublished` when none of its revisions is for that contact.
 */
export async function revisionFor(
  work: TurnTransaction,
  { account, flow, contact }: { account: string; flow: string; contact: string },
): Promise<number | 'missing' | 'unpublished'> {
  const runnable = await findRunnable(work.tx, account, flow);
  if (runnable === undefined) return 'missing';
  const { revision, published_revision } = runnable;
  if (published_revision === revision || (await mayRunDrafts(work.tx, flow, contact))) return revision;
  return published_revision ?? 'unpublished';
}

/** The number of the revision that a run-subflow widget names; null when there is none. */
export async function revisionNamed(
  work: TurnTransaction,
  { account, flow, name }: { account: string; flow: string; name: string },
): Promise<number | null> {
  const runnable = await findRunnable(work.tx, account, flow);
  if (runnable === undefined) return null;
  if (name === 'LatestPublished' || name === '') return runnable.published_revision;
  if (name === 'LatestRevision') return runnable.revision;
  const number = Number(name);
  return Number.isInteger(number) && number >= 1 && number <= runnable.revision ? number : null;
}
