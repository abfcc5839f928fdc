/** What is suppressed in a group is found without a look at other groups; and lists of an account have an index of their order. */

import { buildIndex } from './build-index.ts';
import { anyVersion, type Migration } from './migration.ts';

const indexes = [
  ['group_suppressions_by_group', 'group_suppressions (account, region, group_id, created_at, email)'],
  ['group_suppressions_by_age', 'group_suppressions (account, region, created_at, email, group_id)'],
  ['inbound_mails_in_order', 'inbound_mails (account, region, received_at, id)'],
] as const;

export const longLists: Migration = {
  name: '093-long-lists',
  locks: 'nothing: the indexes are built while writes go on.',
  transaction: false,
  servedSince: anyVersion,
  async up(db) {
    for (const [name, on] of indexes) await buildIndex(db, name, on);
  },
};
