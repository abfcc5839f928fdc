/** Rows of service endpoints: the URL for an account's requests of a kind. */

import type { ServiceKind } from '#api/services/resources.ts';
import type { Queries } from '../platform/database/database.ts';
import type { ServiceEndpointRow } from '../platform/database/schema/services.ts';

type Key = { account: string; kind: ServiceKind };

export function findEndpoint(db: Queries, { account, kind }: Key): Promise<ServiceEndpointRow | undefined> {
  return db
    .selectFrom('service_endpoints')
    .selectAll()
    .where('account', '=', account)
    .where('kind', '=', kind)
    .executeTakeFirst();
}

export function listEndpoints(db: Queries, account: string): Promise<ServiceEndpointRow[]> {
  return db.selectFrom('service_endpoints').selectAll().where('account', '=', account).execute();
}

/** Writes where requests go; without `secret` an earlier one stays. What was tried before is forgotten. */
export async function upsertEndpoint(
  tx: Queries,
  row: Key & { url: string; secret?: string | null; now: number },
): Promise<void> {
  const { account, kind, url, secret, now } = row;
  await tx
    .insertInto('service_endpoints')
    .values({ account, kind, url, secret: secret ?? null, trial: null, trial_at: null, updated_at: now })
    .onConflict((conflict) =>
      conflict.columns(['account', 'kind']).doUpdateSet({
        url,
        trial: null,
        trial_at: null,
        updated_at: now,
        ...(secret !== undefined && { secret }),
      }),
    )
    .execute();
}

/** False when there was none. */
export async function removeEndpoint(tx: Queries, { account, kind }: Key): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('service_endpoints')
    .where('account', '=', account)
    .where('kind', '=', kind)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Notes that a test request was asked for. */
export async function beginTrial(tx: Queries, { account, kind }: Key, now: number): Promise<void> {
  await tx
    .updateTable('service_endpoints')
    .set({ trial: null, trial_at: now })
    .where('account', '=', account)
    .where('kind', '=', kind)
    .execute();
}

/** Keeps what the test request led to that was asked for at `asked`; a later one has its own. */
export async function saveTrial(
  tx: Queries,
  { account, kind }: Key,
  { asked, trial }: { asked: number; trial: string },
): Promise<void> {
  await tx
    .updateTable('service_endpoints')
    .set({ trial })
    .where('account', '=', account)
    .where('kind', '=', kind)
    .where('trial_at', '=', asked)
    .execute();
}
