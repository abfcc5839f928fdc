/** Store: security policies of webhooks. */

import type { Queries } from '../../platform/database/database.ts';
import type { Owner, WebhookPolicyRow } from '../../platform/database/schema/email.ts';
import { ofOwner, ownedTable } from '../owned-store.ts';

export const { find: findPolicy, insert: insertPolicy } = ownedTable('webhook_policies');

/** Oldest first. */
export function listPolicies(db: Queries, owner: Owner): Promise<WebhookPolicyRow[]> {
  return db
    .selectFrom('webhook_policies')
    .selectAll()
    .where(ofOwner(owner))
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Replaces the row of that id. */
export async function putPolicy(tx: Queries, { id, ...row }: WebhookPolicyRow): Promise<void> {
  await tx.updateTable('webhook_policies').set(row).where('id', '=', id).execute();
}

export async function deletePolicy(tx: Queries, id: string): Promise<void> {
  await tx.deleteFrom('webhook_policies').where('id', '=', id).execute();
}

/** Whether any parse setting uses the policy. */
export async function isPolicyUsed(db: Queries, owner: Owner, policy: string): Promise<boolean> {
  const row = await db
    .selectFrom('parse_settings')
    .select('hostname')
    .where(ofOwner(owner))
    .where('security_policy', '=', policy)
    .executeTakeFirst();
  return row !== undefined;
}
