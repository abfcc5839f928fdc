/** The carrier of each conversation: its posts are authenticated by what is stored, not by what they name. */

import { sql } from 'kysely';
import type { Queries } from '../../database.ts';
import type { Columns, Migration } from '../migration.ts';

export const conversationCarriers: Migration = {
  name: '032-conversation-carriers',
  locks: 'nothing, while conversations that flows have written in are looked up.',
  async up(tx, columns) {
    await createTable(tx, columns);
    await addKnown(tx);
  },
};

async function createTable(tx: Queries, { key, inOrder }: Columns): Promise<void> {
  await tx.schema
    .createTable('conversation_carriers')
    .addColumn('account', key, (column) => column.notNull().references('accounts.sid').onDelete('cascade'))
    .addColumn('conversation', key, (column) => column.notNull())
    .addColumn('carrier', key, (column) => column.references('carriers.sid').onDelete('cascade'))
    .addPrimaryKeyConstraint('conversation_carriers_key', ['account', 'conversation'])
    .modifyEnd(inOrder)
    .execute();
  await tx.schema
    .createIndex('conversation_carriers_by_carrier')
    .on('conversation_carriers')
    .column('carrier')
    .execute();
}

/** Those in which a flow has written through a carrier that still exists. */
async function addKnown(tx: Queries): Promise<void> {
  await sql`
    insert into conversation_carriers (account, conversation, carrier)
    select messages.account, messages.recipient, min(messages.carrier)
    from messages
    join conversation_authors on conversation_authors.account = messages.account
      and conversation_authors.conversation = messages.recipient
      and conversation_authors.author = messages.sender
    join carriers on carriers.sid = messages.carrier
    where messages.direction = 'outbound'
    group by messages.account, messages.recipient`.execute(tx);
}
