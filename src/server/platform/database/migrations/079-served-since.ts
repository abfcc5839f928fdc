/** From which version on servers may serve a database that has a migration which they do not know. */

import { anyVersion, type Migration } from './migration.ts';

export const servedSince: Migration = {
  name: anyVersion,
  locks:
    '`migrations`, against reads and writes, for a moment: the column is added without writing the rows.',
  async up({ schema }) {
    await schema.alterTable('migrations').addColumn('served_since', 'text').execute();
  },
};
