/** The result of DMARC of each received email. */

import type { Migration } from './migration.ts';

export const dmarcOfReceivedEmail: Migration = {
  name: '070-dmarc-of-received-email',
  locks:
    '`inbound_mails`, against reads and writes, for a moment: the column is added without writing the rows.',
  async up({ schema }) {
    await schema.alterTable('inbound_mails').addColumn('dmarc', 'text').execute();
  },
};
