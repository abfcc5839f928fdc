/** Store: security policies of webhooks. */

import type { Queries } from '../../platform/database/database.ts';
import type { Owner, WebhookPolicyRow } from '../../platform/database/schema/email.ts';

/** Oldest first. */
export function listPolicies(db: Queries, { account, region }: Owner): Promise<WebhookPolicyRow[]> {
  return db
    .selectFrom('webhook_policies')
    .selectAll()
    .where('account', '=', account)
    .where('region', '=', region)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export function findPolicy(
  db: Queries,
  { account, region }: Owner,
  id: string,
): Promise<WebhookPolicyRow | undefined> {
  return db
    .selectFrom('webhook_policies')
    .selectAll()
    .where('account', '=', account)
    .where('region', '=', region)
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function insertPolicy(tx: Queries, row: WebhookPolicyRow): Promise<void> {
  await tx.insertInto('webhook_policies').values(row).execute();
}

/** Replaces the row of that id. */
export async function putPolicy(tx: Queries, { id, ...row }: WebhookPolicyRow): Promise<void> {
  await tx.updateTable('webhook_policies').set(row).where('id', '=', id).execute();
}

export async function deletePolicy(tx: Queries, id: string): Promise<void> {
  await tx.deleteFrom('webhook_policies').where('id', '=', id).execute();
}

/** Whether any parse setting uses the policy. */
export async function isPolicyUsed(
  db: Queries,
  { account, region }: Owner,
  policy: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('parse_settings')
    .select('hostname')
    .where('account', '=', account)
    .where('region', '=', region)
    .where('security_policy', '=', policy)
    .executeTakeFirst();
  return row !== undefined;
}
