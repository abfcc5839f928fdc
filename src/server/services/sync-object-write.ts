/** Writes a shared object: flows and the API do it the same way. */

import type { JsonObject } from '#flow/json.ts';
import type { SyncObjectRow } from '../platform/database/schema/services.ts';
import type { Work } from '../runner/work.ts';
import { insertObject, lockObject, updateObject } from './sync-object-store.ts';

/** Letters that the JSON of one object may have. */
const largestObject = 64 * 1024;
const longestName = 256;

/**
 * Merges `data` into the object, key by key at its top, or puts it in its place; makes the object where there
 * is none. Gives the row as it then is, or the reason why nothing was written. Writers wait for each other.
 */
export async function writeObject(
  work: Pick<Work, 'tx' | 'host' | 'now'>,
  {
    account,
    name,
    data,
    mode,
  }: { account: string; name: string; data: JsonObject; mode: 'merge' | 'replace' },
): Promise<SyncObjectRow | string> {
  if (name.length > longestName) return `The name of an object may have ${longestName} letters.`;
  const text = JSON.stringify(data);
  if (text.length > largestObject) return tooLarge(text);
  const row: SyncObjectRow = {
    sid: work.host.ids.sid('ET'),
    account,
    name,
    data: text,
    revision: 1,
    created_at: work.now,
    updated_at: null,
  };
  if (await insertObject(work.tx, row)) return row;
  const there = await lockObject(work.tx, account, name);
  if (there === undefined) return `The object "${name}" was taken away in this very moment.`;
  const merged = mode === 'replace' ? text : JSON.stringify({ ...JSON.parse(there.data), ...data });
  if (merged.length > largestObject) return tooLarge(merged);
  const after = { ...there, data: merged, revision: there.revision + 1, updated_at: work.now };
  await updateObject(work.tx, after);
  return after;
}

function tooLarge({ length }: string): string {
  return `The object would have ${length} letters; ${largestObject} are allowed.`;
}
