/** What is suppressed in a group is counted and listed without a look at other groups, and in all groups by its age. */

import { buildIndex } from './build-index.ts';
import { anyVersion, type Migration } from './migration.ts';

const indexes = [
  ['group_suppressions_by_group', 'group_suppressions (account, region, group_id, created_at, email, shard)'],
  ['group_suppressions_by_age', 'group_suppressions (account, region, created_at, email, group_id, shard)'],
] as const;

export const suppressionsOfGroups: Migration = {
  name: '093-suppressions-of-groups',
  locks: 'nothing: the indexes are built while writes go on.',
  transaction: false,
  servedSince: anyVersion,
  async up(db) {
    for (const [name, on] of indexes) await buildIndex(db, name, on);
  },
};
