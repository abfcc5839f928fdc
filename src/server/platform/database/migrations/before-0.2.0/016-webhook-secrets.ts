/** Secrets in the webhook URLs of flows, and phone numbers in one form wherever they are compared. */

import type { Queries } from '../../database.ts';
import type { Columns, Migration } from '../migration.ts';

export const webhookSecrets: Migration = {
  name: '016-webhook-secrets',
  locks: 'the rows of `addresses` and `test_users` that hold a phone number with spaces or punctuation.',
  async up(tx, columns) {
    await createSecrets(tx, columns);
    await normalizeAddresses(tx);
    await normalizeTestUsers(tx);
  },
};

async function createSecrets(tx: Queries, { key }: Columns): Promise<void> {
  await tx.schema
    .createTable('webhook_secrets')
    .addColumn('flow', key, (column) => column.primaryKey().references('flows.sid').onDelete('cascade'))
    .addColumn('secret', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
}

/** The E.164 form of a phone number that is stored in another one; null for everything else. */
function changedNumber(text: string): string | null {
  const number = text.replaceAll(/[ \t().-]/g, '');
  return number !== text && /^\+\d{1,15}$/.test(number) ? number : null;
}

/** An address that stands there in both forms keeps both: which flow it is for is not for us to say. */
async function normalizeAddresses(tx: Queries): Promise<void> {
  const rows = await tx.selectFrom('addresses').select(['sid', 'account', 'address']).execute();
  const taken = new Set(rows.map(({ account, address }) => `${account} ${address}`));
  for (const { sid, account, address } of rows) {
    const number = changedNumber(address);
    if (number === null || taken.has(`${account} ${number}`)) continue;
    taken.add(`${account} ${number}`);
    await tx.updateTable('addresses').set({ address: number }).where('sid', '=', sid).execute();
  }
}

async function normalizeTestUsers(tx: Queries): Promise<void> {
  const rows = await tx.selectFrom('test_users').select(['flow', 'position', 'identity']).execute();
  const taken = new Set(rows.map(({ flow, identity }) => `${flow} ${identity}`));
  for (const { flow, position, identity } of rows) {
    const number = changedNumber(identity);
    if (number === null || taken.has(`${flow} ${number}`)) continue;
    taken.add(`${flow} ${number}`);
    await tx
      .updateTable('test_users')
      .set({ identity: number })
      .where('flow', '=', flow)
      .where('position', '=', position)
      .execute();
  }
}
