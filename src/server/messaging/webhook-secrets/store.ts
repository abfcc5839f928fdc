/** Stores the secrets in the webhook URLs of flows. */

import type { Queries } from '../../platform/database/database.ts';
import { prepared, type Values } from '../../platform/database/prepared-query.ts';
import type { WebhookSecretRow } from '../../platform/database/schema/carriers.ts';

type FlowKey = { account: string; flow: string };

const findSecret = prepared((db, value: Values<FlowKey>) =>
  db
    .selectFrom('webhook_secrets')
    .innerJoin('flows', 'flows.sid', 'webhook_secrets.flow')
    .where('webhook_secrets.flow', '=', value('flow'))
    .where('flows.account', '=', value('account'))
    .where('flows.deleted_at', 'is', null)
    .select(['webhook_secrets.flow', 'webhook_secrets.secret', 'webhook_secrets.created_at']),
);

/** Undefined where the account has no such flow, or no secret of it was needed yet. */
export async function findWebhookSecret(db: Queries, key: FlowKey): Promise<WebhookSecretRow | undefined> {
  return (await findSecret(db, key))[0];
}

/** Does nothing when the flow has one. */
export async function insertWebhookSecret(tx: Queries, row: WebhookSecretRow): Promise<void> {
  await tx
    .insertInto('webhook_secrets')
    .values(row)
    .onConflict((conflict) => conflict.column('flow').doNothing())
    .execute();
}

/** Replaces that of the flow, or sets its first. */
export async function putWebhookSecret(tx: Queries, row: WebhookSecretRow): Promise<void> {
  const { secret, created_at } = row;
  await tx
    .insertInto('webhook_secrets')
    .values(row)
    .onConflict((conflict) => conflict.column('flow').doUpdateSet({ secret, created_at }))
    .execute();
}
