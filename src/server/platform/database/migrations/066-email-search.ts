/** What sent and received emails are searched by, and the subject of received ones. */

import { hotKey } from '../dialect.ts';
import type { Migration } from './migration.ts';

export const emailSearch: Migration = {
  name: '066-email-search',
  locks:
    '`outbound_recipients` and `inbound_mails`, against reads and writes, for a moment: the columns are added without writing the rows.',
  async up(tx, { key, inOrder }) {
    const { schema } = tx;
    for (const table of ['outbound_recipients', 'inbound_mails']) {
      await schema
        .alterTable(table)
        .addColumn('terms', 'text', (column) => column.notNull().defaultTo(''))
        .execute();
    }
    await schema.alterTable('inbound_mails').addColumn('subject', 'text').execute();
    await schema
      .createTable('email_terms')
      .addColumn('term', key, (column) => column.notNull())
      .addColumn('email', key, (column) => column.notNull())
      .addColumn('shard', 'smallint', (column) => column.notNull())
      .addPrimaryKeyConstraint('email_terms_pkey', hotKey(tx, ['term', 'email']))
      .modifyEnd(inOrder)
      .execute();
  },
};
