/** What an identity provider calls a session that began by it, so that it can end it (OpenID Connect Back-Channel Logout 1.0). */

import type { Migration } from './migration.ts';

export const backChannelLogout: Migration = {
  name: '063-back-channel-logout',
  locks:
    '`provider_sessions`, against reads and writes, for a moment: the column is added without writing the rows.',
  async up(tx, { key }) {
    await tx.schema.alterTable('provider_sessions').addColumn('provider_session', key).execute();
    await tx.schema
      .createIndex('provider_sessions_by_provider')
      .on('provider_sessions')
      .columns(['provider', 'provider_session'])
      .execute();
  },
};
